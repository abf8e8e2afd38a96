import { expect, test } from 'vitest'

import { checkedSchema, plainSchema } from './plain-schema'

const text = { type: 'string' }

test('replaces references, and ends a circle where it begins again', () => {
  expect(
    plainSchema({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node', description: 'A tree.' } },
      $defs: { node: { type: 'object', properties: { name: text, child: { $ref: '#/$defs/node' } } } },
    }),
  ).toEqual({
    type: 'object',
    properties: {
      tree: { type: 'object', properties: { name: text, child: {} }, description: 'A tree.' },
    },
  })
})

test('loads nothing: a reference out of the schema accepts anything', () => {
  const schema = { type: 'object', properties: { any: { $ref: 'https://example.com/schema.json' } } }
  expect(plainSchema(schema)).toEqual({ type: 'object', properties: { any: {} } })
})

test('keeps names that are keywords elsewhere, and data that looks like a reference', () => {
  const schema = {
    type: 'object',
    properties: { $ref: text, id: text, definitions: text, one: { enum: [{ $ref: '#' }] } },
    required: ['id'],
  }
  expect(plainSchema(schema)).toEqual(schema)
})

test('a property named __proto__ stays a property', () => {
  const schema: unknown = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')
  expect(JSON.stringify(plainSchema(schema))).toBe(JSON.stringify(schema))
})

test('completes the schema of a tool without input', () => {
  expect(plainSchema({})).toEqual({ type: 'object', properties: {} })
})

test.each([
  [
    'many properties',
    {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, text])),
    },
  ],
  ['references that double', doubling(30)],
  ['another type', { type: 'array' }],
  ['no schema', 'object'],
])('refuses %s', (_what, schema) => {
  expect(plainSchema(schema)).toBeNull()
})

/** Each definition uses the one before twice. */
function doubling(levels: number): unknown {
  const $defs: Record<string, unknown> = { d0: text }
  for (let level = 1; level <= levels; level += 1) {
    const $ref = `#/$defs/d${level - 1}`
    $defs[`d${level}`] = { type: 'object', properties: { a: { $ref }, b: { $ref } } }
  }
  return { type: 'object', properties: { all: { $ref: `#/$defs/d${levels}` } }, $defs }
}

const listOf = (field: object) => ({
  type: 'object',
  properties: { list: { type: 'array', items: field } },
})

test('an output schema keeps what has to be checked, even deep inside, and loses only its formats', () => {
  for (const field of [{ pattern: '(a+)+$' }, { patternProperties: { a: {} } }, { uniqueItems: true }]) {
    expect(checkedSchema(listOf(field))).toEqual(listOf(field))
  }
  expect(checkedSchema(listOf({ ...text, format: 'date' }))).toEqual(listOf(text))
  expect(checkedSchema({ type: 'array' })).toBeNull()
})

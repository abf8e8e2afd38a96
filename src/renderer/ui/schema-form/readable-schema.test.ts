import { expect, test } from 'vitest'

import { defaultValues } from './form-draft'
import { readableSchema } from './readable-schema'

function fieldsOf(schema: Record<string, unknown>) {
  const read = readableSchema(schema)
  if (read.kind === 'json') throw new Error(read.reason)
  return read.schema
}

function reasonOf(schema: Record<string, unknown>): string {
  const read = readableSchema(schema)
  if (read.kind === 'fields') throw new Error('expected JSON, got fields')
  return read.reason
}

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
})

test('converts an ordinary schema to fields with types, choices and required flags', () => {
  const schema = object(
    {
      name: { type: 'string', title: 'Name', description: 'As it is written', minLength: 1 },
      note: { type: 'string', maxLength: 2_000 },
      age: { type: ['integer', 'null'], minimum: 0 },
      colour: { enum: ['red', 'blue'], enumNames: ['Red', 'Blue'] },
      size: { oneOf: [{ const: 's', title: 'Small' }, { const: 'l' }], type: 'string' },
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      home: { $ref: '#/$defs/address' },
    },
    {
      required: ['name', 'colour', 'nothing'],
      $defs: { address: object({ city: { type: 'string' } }) },
    },
  )
  expect(fieldsOf(schema)).toEqual({
    type: 'object',
    required: ['name', 'colour'],
    properties: {
      name: { type: 'string', title: 'Name', description: 'As it is written' },
      note: { type: 'string', isLong: true },
      age: { type: 'integer' },
      colour: {
        type: 'string',
        oneOf: [
          { const: 'red', title: 'Red' },
          { const: 'blue', title: 'Blue' },
        ],
      },
      size: {
        type: 'string',
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'l', title: 'l' },
        ],
      },
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      home: { type: 'object', properties: { city: { type: 'string' } }, required: [] },
    },
  })
})

test('reduces a nullable type to its value and keeps other unions as a choice', () => {
  const schema = object({
    until: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    who: { oneOf: [{ type: 'string' }, object({ id: { type: 'integer' } })] },
  })
  expect(fieldsOf(schema).properties).toEqual({
    until: { type: 'string', format: 'date' },
    who: {
      anyOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'integer' } }, required: [] }],
    },
  })
})

test('copies nothing from a schema but types, names, texts, choices and defaults', () => {
  const schema = object(
    {
      text: {
        type: 'string',
        'ui:widget': 'file',
        'ui:options': { enableMarkdownInDescription: true },
        format: 'data-url',
        pattern: '(a+)+$',
        $id: 'ObjectField',
        default: { toString: 'no' },
      },
    },
    { 'ui:field': 'LayoutGridField', additionalProperties: { type: 'string' } },
  )
  expect(fieldsOf(schema)).toEqual({ type: 'object', properties: { text: { type: 'string' } }, required: [] })
})

test('falls back to JSON, with the reason, for a schema that is too large, too deep, recursive or invalid', () => {
  const many = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`f${index}`, { type: 'string' }]),
  )
  let deep: Record<string, unknown> = { type: 'string' }
  for (let level = 0; level < 10_000; level += 1) deep = object({ next: deep })
  const node = object({ child: { $ref: '#/$defs/node' } })
  // Each level doubles: short as text, exponential as fields.
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `d${index}`,
      object({ a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } }),
    ]),
  )
  const choices = { enum: Array.from({ length: 10_000 }, (_, index) => `choice ${index}`) }
  expect(reasonOf(object(many))).toContain('too many fields')
  expect(reasonOf(deep)).toContain('too deeply')
  expect(reasonOf(object({ root: { $ref: '#/$defs/node' } }, { $defs: { node } }))).toContain(
    'contains itself',
  )
  expect(reasonOf(object({ me: { $ref: '#' } }))).toContain('contains itself')
  expect(reasonOf(object({ all: { $ref: '#/$defs/d0' } }, { $defs: doubling }))).toMatch(/too (many|deeply)/)
  expect(reasonOf(object({ one: choices }))).toContain('too many choices')
  expect(reasonOf(object({ far: { $ref: 'https://example.com/schema' } }))).toContain('does not include')
  expect(reasonOf(object({ lost: { $ref: '#/$defs/none' } }))).toContain('does not include')
  expect(reasonOf(object({ lost: { $ref: '#/toString/name' } }))).toContain('does not include')
  expect(reasonOf({ type: 'string' })).toContain('has no fields')
  expect(reasonOf({})).toContain('has an unknown type')
  expect(reasonOf(object({ odd: 7 }))).toContain('has an unknown type')
  expect(reasonOf(object({ odd: { type: 'funny' } }))).toContain('has an unknown type')
  expect(reasonOf({ type: 'object', properties: 'none' })).toContain('cannot be read')
  expect(reasonOf(object({}, { additionalProperties: true }))).toContain('any name')
  expect(reasonOf(object({}, { if: {}, else: {} }))).toContain('depend on what you enter')
})

test('omits a field named like a member of Object.prototype', () => {
  const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as Record<
    string,
    unknown
  >
  expect(reasonOf(schema)).toContain('__proto__')
})

test('a form starts with the defaults of its schema and nothing else', () => {
  const schema = object(
    {
      name: { type: 'string', default: 'Ada' },
      nothing: { type: 'string' },
      chosen: { enum: ['a', 'b'] },
      agreed: { type: 'boolean' },
      optional: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' }, default: ['x'], minItems: 5 },
      home: object({ city: { type: 'string', default: 'Lviv' } }),
      work: object({ city: { type: 'string' } }),
    },
    { required: ['agreed'] },
  )
  expect(defaultValues(fieldsOf(schema))).toEqual({
    name: 'Ada',
    agreed: false,
    tags: ['x'],
    home: { city: 'Lviv' },
  })
})

test('shows what is hidden in the name of a field without a title', () => {
  const schema = object({ '\u202eyek': { type: 'string' }, plain: { type: 'string' } })
  expect(fieldsOf(schema).properties).toEqual({
    '\u202eyek': { type: 'string', title: '⟨U+202E⟩yek' },
    plain: { type: 'string' },
  })
})

import { describe, expect, test } from 'vitest'

import { checkFormValues } from './check-form-values'

const booking = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    room: { enum: ['inside', 'terrace'] },
    guests: { type: 'integer', minimum: 1, maximum: 12 },
    candles: { type: 'boolean' },
    mail: { type: 'string', format: 'email' },
    address: { type: 'object', properties: { zip: { type: 'string', pattern: '^[0-9]{4}$' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['name', 'guests'],
  additionalProperties: false,
}
const good = { name: 'Ada', guests: 2 }

const inAddress = (field: string, rule: object) => ({ type: 'object', properties: { [field]: rule } })

describe('values', () => {
  test('that match the schema have no errors', () => {
    expect(checkFormValues(booking, good)).toEqual([])
    const all = {
      ...good,
      room: 'terrace',
      candles: false,
      mail: 'a@b.ch',
      address: { zip: '3000' },
      tags: ['a'],
    }
    expect(checkFormValues(booking, all)).toEqual([])
  })

  test.each<[string, object, string]>([
    ['one that is too short', { ...good, name: 'A' }, 'name'],
    ['one that is no choice', { ...good, room: 'cellar' }, 'room'],
    ['one out of range', { ...good, guests: 13 }, 'guests'],
    ['a fraction', { ...good, guests: 1.5 }, 'guests'],
    ['text for a number', { ...good, guests: '2' }, 'guests'],
    ['text for yes or no', { ...good, candles: 'yes' }, 'candles'],
    ['a format', { ...good, mail: 'nowhere' }, 'mail'],
    ['one that is missing', { name: 'Ada' }, 'guests'],
    ['one that was not asked for', { ...good, colour: 'red' }, 'colour'],
    ['one within another', { ...good, address: { zip: 'x' } }, 'address.zip'],
    ['one of a list', { ...good, tags: ['a', 1] }, 'tags.1'],
  ])('with %s are reported with their field', (_what, values, field) => {
    expect(checkFormValues(booking, values)).toMatchObject([{ field, message: expect.stringMatching(/./) }])
  })

  test.each(['constructor', 'toString'])(
    'may have a field named %s: inherited properties are not values',
    (name) => {
      const properties = Object.fromEntries([[name, { type: 'string' }]])
      const form = { type: 'object', properties, required: [name], additionalProperties: false }
      const filledIn = (value: unknown): object => Object.fromEntries([[name, value]])
      expect(checkFormValues(form, {})).toEqual([
        {
          field: name,
          message: 'is required',
          rule: { keyword: 'required', params: { missingProperty: name } },
        },
      ])
      expect(checkFormValues(form, filledIn('text'))).toEqual([])
      expect(checkFormValues(form, filledIn(1))).toEqual([
        { field: name, message: 'must be string', rule: { keyword: 'type', params: { type: 'string' } } },
      ])
    },
  )

  test('with several errors get all of them, with messages for users', () => {
    expect(checkFormValues(booking, { name: 'A', room: 'cellar' })).toMatchObject([
      { field: 'guests', message: 'is required' },
      { field: 'name', message: 'must not have fewer than 2 characters' },
      { field: 'room', message: 'must be one of “inside”, “terrace”' },
    ])
  })

  test('of a field with a dot in its name are reported with a JSON pointer', () => {
    const schema = inAddress('a.b', inAddress('c/d', { type: 'string' }))
    expect(checkFormValues(schema, { 'a.b': { 'c/d': 1 } })).toMatchObject([{ field: '/a.b/c~1d' }])
  })
})

describe('a schema from a model', () => {
  test.each([
    ['with keywords and formats of their own', { type: 'string', widget: 'big', format: 'zip-code' }],
    ['with a pattern that only a lenient reader takes', { type: 'string', pattern: '^[\\w\\-]+$' }],
    ['with a pattern of classes of characters', { type: 'string', pattern: '^\\p{L}+$' }],
  ])('%s', (_what, rule) => {
    const schema = inAddress('field', rule)
    expect(checkFormValues(schema, { field: 'text' })).toEqual([])
    expect(checkFormValues(schema, { field: 1 })).toHaveLength(1)
  })

  test('in a newer draft is checked as that draft', () => {
    const list = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.com/form',
      ...inAddress('pair', list),
    }
    expect(checkFormValues(schema, { pair: ['a', 1] })).toEqual([])
    expect(checkFormValues(schema, { pair: [1, 'a'] })).toHaveLength(2)
  })

  test('with $async is checked synchronously', () => {
    expect(checkFormValues({ ...booking, $async: true }, {})).not.toEqual([])
  })
})

describe('an invalid schema', () => {
  test.each<[string, Record<string, unknown>]>([
    ['of an unknown type', { type: 'form' }],
    ['with a pattern that is none', inAddress('a', { pattern: '(' })],
    ['that refers to somewhere else', { $ref: 'https://example.com/schema' }],
    ['with a name that is used twice', { definitions: { a: { $id: 'x' }, b: { $id: 'x', type: 'string' } } }],
    ['that never ends', { $ref: '#' }],
    [
      'that never ends, the long way',
      { allOf: [{ $ref: '#/definitions/a' }], definitions: { a: { $ref: '#' } } },
    ],
  ])('%s is named as the reason', (_what, schema) => {
    expect(() => checkFormValues(schema, good)).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        data: { field: 'values', reason: 'form-faulty', problem: expect.stringMatching(/./) as string },
      }),
    )
  })
})

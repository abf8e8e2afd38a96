import { expect, test } from 'vitest'

import { alternativeOf, valueForAlternative } from './schema-form'
import type { FieldSchema } from './field-schema'

const text = { type: 'string' } as const
const group = (names: readonly string[], required: readonly string[] = []): FieldSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
  required: [...required],
})

test('finds the alternative that a value was entered for, also while it is incomplete', () => {
  const people = [group(['name']), group(['name', 'city'], ['name', 'city']), text]
  expect(alternativeOf(people, undefined)).toBe(0)
  expect(alternativeOf(people, { name: 'Ada' })).toBe(0)
  expect(alternativeOf(people, { name: 'Ada', city: 'Lviv' })).toBe(1)
  expect(alternativeOf(people, 'Ada')).toBe(2)
  expect(alternativeOf([group(['a', 'b'], ['a', 'b']), group(['c', 'd'], ['c', 'd'])], { d: 'x' })).toBe(1)
})

test('a field named like a member of Object.prototype is present only if it was given', () => {
  const alternatives = [group(['toString'], ['toString']), group(['other'])]
  expect(alternativeOf(alternatives, {})).toBe(1)
  expect(alternativeOf(alternatives, { toString: 'given' })).toBe(0)
})

test('another alternative keeps the fields that it also has, and starts with its defaults', () => {
  const next: FieldSchema = {
    type: 'object',
    properties: { name: text, age: { type: 'integer', default: 3 }, other: { type: 'boolean' } },
    required: [],
  }
  expect(valueForAlternative(next, { name: 'Ada', other: 'no boolean', digits: '1' })).toEqual({
    name: 'Ada',
    age: 3,
  })
  expect(valueForAlternative(text, { name: 'Ada' })).toBeUndefined()
  expect(valueForAlternative(text, 'Ada')).toBe('Ada')
})

import { expect, test } from 'vitest'

import { errorsAfter, fieldErrorsOf, refusalText } from './field-errors'

test('assigns each error from main to its field, however the path is written', () => {
  const errors = [
    { field: 'name', message: 'is missing', rule: { keyword: 'required', params: {} } },
    { field: 'home.city', message: 'is short', rule: { keyword: 'minLength', params: { limit: 2 } } },
    { field: 'tags[0]', message: 'is no text', rule: { keyword: 'type', params: { type: 'string' } } },
    { field: '/a~1b/c', message: 'is odd', rule: { keyword: 'not', params: {} } },
    { field: '', message: 'has too few fields' },
    { field: 3 },
    'nonsense',
  ]
  expect(fieldErrorsOf({ code: 'INVALID_INPUT', message: 'no', data: { errors } })).toEqual([
    { path: ['name'], message: 'is required' },
    { path: ['home', 'city'], message: 'must have at least 2 characters' },
    { path: ['tags', '0'], message: 'must be text' },
    { path: ['a/b', 'c'], message: 'is not valid (is odd)' },
    { path: [], message: 'is not valid (has too few fields)' },
  ])
})

test('marks no field for a refusal that names none', () => {
  expect(fieldErrorsOf({ code: 'RUN_ACTIVE', message: 'busy' })).toEqual([])
  expect(fieldErrorsOf({ code: 'INVALID_INPUT', message: 'no', data: { errors: 'all' } })).toEqual([])
  expect(fieldErrorsOf(null)).toEqual([])
})

test('removes an error once its field changes, and keeps the others', () => {
  const errors = [
    { path: ['name'], message: 'is missing' },
    { path: ['home', 'city'], message: 'is too short' },
  ]
  const before = { home: { city: 'x' } }
  expect(errorsAfter(errors, before, { ...before, name: 'Ada' })).toEqual([errors[1]])
  expect(errorsAfter(errors, before, { ...before })).toBe(errors)
})

test('shows an error of a hidden field in full instead of counting it', () => {
  const refusal = { code: 'INVALID_INPUT' as const, message: 'values: no' }
  const shown = {
    kind: 'fields' as const,
    schema: { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: [] },
  }
  const errors = [
    { path: ['name'], message: 'is missing' },
    { path: ['secret', '0'], message: 'is not part of the form' },
  ]
  expect(refusalText(refusal, errors, shown)).toBe(
    '1 value needs attention. secret.0: is not part of the form',
  )
  expect(refusalText(refusal, errors, null)).toBe('2 values need attention.')
  expect(refusalText({ code: 'RUN_ACTIVE', message: 'Busy. Wait.' }, [], shown)).toBe('Busy. Wait.')
})

import { expect, test } from 'vitest'

import { errorsAfter, fieldErrorsOf } from './field-errors'
import { refusalText } from './form-refusal'

test('each error that main names is put at its field, however the field is written', () => {
  const errors = [
    { field: 'name', message: 'is missing' },
    { field: 'home.city', message: 'is too short' },
    { field: 'tags[0]', message: 'is no text' },
    { field: '/a~1b/c', message: 'is odd' },
    { field: '', message: 'has too few fields' },
    { field: 3 },
    'nonsense',
  ]
  expect(fieldErrorsOf({ code: 'INVALID_INPUT', message: 'no', data: { errors } })).toEqual([
    { path: ['name'], message: 'is missing' },
    { path: ['home', 'city'], message: 'is too short' },
    { path: ['tags', '0'], message: 'is no text' },
    { path: ['a/b', 'c'], message: 'is odd' },
    { path: [], message: 'has too few fields' },
  ])
})

test('a refusal that names no field leaves none marked', () => {
  expect(fieldErrorsOf({ code: 'RUN_ACTIVE', message: 'busy' })).toEqual([])
  expect(fieldErrorsOf({ code: 'INVALID_INPUT', message: 'no', data: { errors: 'all' } })).toEqual([])
  expect(fieldErrorsOf(null)).toEqual([])
})

test('an error goes once its field was changed, and the others stay', () => {
  const errors = [
    { path: ['name'], message: 'is missing' },
    { path: ['home', 'city'], message: 'is too short' },
  ]
  const before = { home: { city: 'x' } }
  expect(errorsAfter(errors, before, { ...before, name: 'Ada' })).toEqual([errors[1]])
  expect(errorsAfter(errors, before, { ...before })).toBe(errors)
})

test('an error of a field that is not shown is told in full, not only counted', () => {
  const refusal = { code: 'INVALID_INPUT' as const, message: 'values: no' }
  const shown = {
    kind: 'fields' as const,
    schema: { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: [] },
  }
  const errors = [
    { path: ['name'], message: 'is missing' },
    { path: ['secret', '0'], message: 'is not asked for' },
  ]
  expect(refusalText(refusal, errors, shown)).toBe('1 value needs attention. secret.0: is not asked for')
  expect(refusalText(refusal, errors, null)).toBe('2 values need attention.')
  expect(refusalText({ code: 'RUN_ACTIVE', message: 'Busy. Wait.' }, [], shown)).toBe('Busy. Wait.')
})

import { expect, it } from 'vitest'

import { boundedValidator } from './bounded-validator'

const check = boundedValidator.getValidator({
  type: 'object',
  properties: { list: { type: 'array', items: { type: 'number' } } },
  required: ['list'],
})

it('checks a result, and does not check one whose check would take long', () => {
  expect(check({ list: [1, 2] }).valid).toBe(true)
  expect(check({ list: ['one'] }).valid).toBe(false)
  expect(check({}).valid).toBe(false)
  expect(check({ list: Array.from({ length: 100_000 }, () => 'one') }).valid).toBe(true)
})

it('is not exhausted by a result that is nested a million times', () => {
  let deep: unknown = 1
  for (let depth = 0; depth < 1_000_000; depth += 1) deep = [deep]
  expect(check({ list: deep }).valid).toBe(true)
})

import { expect, test } from 'vitest'

import { formatsOf } from './formats'

test.each([
  [0.0009876, '$0.0009'],
  [0.00087, '$0.0008'],
  [0.1 + 0.2, '$0.30'],
  [0.0001, '$0.0001'],
  [0.0000937, '$0.000093'],
  [0.0000001, '$0.00'],
  [12.3456789, '$12.3456'],
])('rounds a minimum cost down: %d', (usd, written) => {
  expect(formatsOf('en').leastCost(usd)).toBe(written)
})

test.each([
  [0, '0%'],
  [0.004, '<1%'],
  [0.5, '50%'],
  [0.994, '>99%'],
  [0.9999, '>99%'],
  [1, '100%'],
])('writes no part as nothing or as the whole: %d', (part, written) => {
  expect(formatsOf('en').percent(part)).toBe(written)
})

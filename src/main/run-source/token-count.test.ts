import { expect, it } from 'vitest'

import { sanitizeUsage, tokenCount } from './token-count'

it.each([
  [0, 0],
  [12, 12],
  ['12', 12],
  ['1e3', undefined],
  ['', undefined],
  [-1, undefined],
  [0.5, 1],
  ['2.25', 3],
  [Number.NaN, undefined],
  [Infinity, undefined],
  [1e15, undefined],
  [null, undefined],
  [[7], undefined],
])('parses or rejects %j as a token count', (value, expected) => {
  expect(tokenCount(value)).toBe(expected)
})

it('drops only impossible counts', () => {
  expect(
    sanitizeUsage({ model: 'm', inputTokens: -3, outputTokens: 4, totalTokens: 1.5, costUsd: 0.1 }),
  ).toEqual({
    model: 'm',
    outputTokens: 4,
    totalTokens: 2,
    costUsd: 0.1,
  })
})

it.each([-0.1, Number.NaN, 1e12])('drops the price %j', (costUsd) => {
  expect(sanitizeUsage({ inputTokens: 1, costUsd })).toEqual({ inputTokens: 1 })
})

it('truncates a long model name', () => {
  expect(sanitizeUsage({ model: 'm'.repeat(50_000) }).model).toHaveLength(200)
})

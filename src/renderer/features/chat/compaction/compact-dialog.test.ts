import { expect, test } from 'vitest'

import { compactionCost } from './compact-dialog'

test('the cost of a compaction is about a sum, unknown or nothing, never about $0.00', () => {
  const plan = { inputTokens: 1_000_000, outputTokens: 1_000, isFree: false, isAtLeast: false }
  const price = { input: 2, output: 10 }
  expect(compactionCost(plan, price)).toBe('About $2.01')
  expect(compactionCost({ ...plan, isAtLeast: true }, price)).toBe('At least $2.01')
  expect(compactionCost(plan, undefined)).toBe('Unknown')
  expect(compactionCost({ ...plan, isFree: true }, undefined)).toBe('Free')
  expect(compactionCost(plan, { input: 0, output: 0 })).toBe('Free')
})

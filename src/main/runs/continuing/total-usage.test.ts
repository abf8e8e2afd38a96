import { expect, test } from 'vitest'

import { countedOutput, lastRunUsage } from '../../../shared/sessions/continued-usage'
import { totalUsage } from './total-usage'

test('adds up every count, and names the model of the last run', () => {
  const before = { model: 'a', inputTokens: 10, outputTokens: 4, costUsd: 0.5 }
  const total = totalUsage(before, { model: 'b', inputTokens: 20, reasoningTokens: 3, costUsd: 0.25 })
  expect(total).toEqual({
    model: 'b',
    inputTokens: 30,
    outputTokens: 4,
    reasoningTokens: 3,
    costUsd: 0.75,
    earlier: { inputTokens: 10, outputTokens: 4, costUsd: 0.5 },
  })
})

test('an answer continued twice counts each run once', () => {
  const second = totalUsage({ outputTokens: 4 }, { outputTokens: 2 })
  expect(totalUsage(second, { outputTokens: 1 })).toEqual({ outputTokens: 7, earlier: { outputTokens: 6 } })
})

test('does not take the usage of the last run for that of the answer when the part before was not counted', () => {
  const total = totalUsage({}, { outputTokens: 2, costUsd: 0.1 })
  expect(total).toEqual({ outputTokens: 2, leastCostUsd: 0.1, ownCostUsd: 0.1, earlier: {} })
  expect(countedOutput(total)).toBeUndefined()
})

test('a continuation that was stopped before its provider reported anything has an unknown cost', () => {
  const before = { inputTokens: 10, outputTokens: 4, costUsd: 0.5 }
  expect(totalUsage(before, {})).toEqual({
    inputTokens: 10,
    outputTokens: 4,
    leastCostUsd: 0.5,
    earlier: before,
  })
  expect(totalUsage(before, { model: 'b' }).costUsd).toBeUndefined()
  expect(totalUsage(before, { outputTokens: 0, costUsd: 0 }).costUsd).toBe(0.5)
})

test('the usage of the last run is the total without the usage before it', () => {
  const before = { inputTokens: 10, outputTokens: 4, costUsd: 0.5 }
  const own = { model: 'b', inputTokens: 30, outputTokens: 2, reasoningTokens: 1, costUsd: 0.25 }
  expect(lastRunUsage(totalUsage(before, own))).toEqual(own)
  expect(lastRunUsage(totalUsage(before, {}))).toEqual({})
  const open = { outputTokens: 2, costUsd: 0.1 }
  expect(lastRunUsage(totalUsage({}, open))).toEqual(open)
  expect(lastRunUsage(own)).toEqual(own)
})

test('keeps the cost of the last run where the cost before is unknown, and does not pass it on', () => {
  const total = totalUsage({ outputTokens: 4 }, { outputTokens: 2, costUsd: 0.1 })
  expect(total).toEqual({
    outputTokens: 6,
    leastCostUsd: 0.1,
    ownCostUsd: 0.1,
    earlier: { outputTokens: 4 },
  })
  expect(totalUsage(total, { outputTokens: 1 })).toEqual({
    outputTokens: 7,
    leastCostUsd: 0.1,
    earlier: { outputTokens: 6, leastCostUsd: 0.1 },
  })
})

test('before the last run was counted, the answer is not', () => {
  expect(countedOutput(totalUsage({ outputTokens: 4 }, {}))).toBeUndefined()
  expect(countedOutput({ outputTokens: 4 })).toBe(4)
  expect(countedOutput(totalUsage({ outputTokens: 4 }, { outputTokens: 2 }))).toBe(6)
})

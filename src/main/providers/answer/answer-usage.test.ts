import { expect, test } from 'vitest'

import type { Usage } from '../../../shared/sessions/messages'
import { AnswerUsage } from './answer-usage'

function reported(...reports: Usage[]): Usage | undefined {
  const used = new AnswerUsage()
  for (const report of reports) used.add(report)
  return used.event({ isCutOff: false })?.usage
}

const whole = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 20, totalTokens: 120 }

test('a final report of zeros does not reset the usage', () => {
  expect(reported(whole, { inputTokens: 0, outputTokens: 0, totalTokens: 0 })).toEqual(whole)
  expect(reported({ inputTokens: 0, outputTokens: 0 }, whole)).toEqual(whole)
  expect(reported(whole, {})).toEqual(whole)
})

test('later totals replace earlier ones, separately for input and output', () => {
  expect(reported({ inputTokens: 100, outputTokens: 1 }, { inputTokens: 100, outputTokens: 20 })).toEqual({
    inputTokens: 100,
    outputTokens: 20,
    totalTokens: 120,
  })
  expect(reported({ inputTokens: 100, outputTokens: 1 }, { inputTokens: 0, outputTokens: 20 })).toEqual({
    inputTokens: 100,
    outputTokens: 20,
    totalTokens: 120,
  })
})

test('adds up reports that count only new output and leave out the prompt', () => {
  const added = [5, 3, 4].map((outputTokens) => ({ inputTokens: 0, outputTokens }))
  expect(reported({ inputTokens: 100, outputTokens: 6 }, ...added)).toMatchObject({
    inputTokens: 100,
    outputTokens: 18,
  })
})

test('the usage of an answer is the sum of its requests', () => {
  const used = new AnswerUsage()
  used.add({ inputTokens: 10, outputTokens: 5 }, { webSearches: 2 })
  used.startNextRequest()
  used.add({ inputTokens: 20, outputTokens: 6 }, { webSearches: 1, hasUnknownFee: true })
  expect(used.event({ isCutOff: false })).toEqual({
    type: 'usage',
    usage: { inputTokens: 30, outputTokens: 11, totalTokens: 41 },
    charges: { webSearches: 3, hasUnknownFee: true },
  })
})

test('marks the usage of a cut-off answer as partial, and reports none without any count', () => {
  const used = new AnswerUsage()
  expect(used.event({ isCutOff: true })).toBeNull()
  used.add({ inputTokens: 0, outputTokens: 0 })
  expect(used.event({ isCutOff: false })).toBeNull()
  used.add({ inputTokens: 10, outputTokens: 1 })
  expect(used.event({ isCutOff: true })?.charges).toEqual({ isCountedInPart: true })
})

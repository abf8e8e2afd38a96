import { expect, test } from 'vitest'

import { answerSpeed } from './answer-speed'

test('has no speed for a few tokens that arrived at once', () => {
  const metrics = { ttftMs: 100, tokensPerSecond: 2_339, durationMs: 102 }
  expect(answerSpeed({ metrics, usage: { outputTokens: 5 } })).toBeNull()
  expect(answerSpeed({ metrics: { ...metrics, durationMs: 5_000 }, usage: { outputTokens: 19 } })).toBeNull()
  expect(answerSpeed({ metrics: { ...metrics, durationMs: 599 }, usage: { outputTokens: 500 } })).toBeNull()
})

test('has a speed for an answer of some length, even if only deltas were counted', () => {
  const metrics = { ttftMs: 100, tokensPerSecond: 40, durationMs: 2_100 }
  expect(answerSpeed({ metrics, usage: { outputTokens: 80 } })).toBe(40)
  expect(answerSpeed({ metrics })).toBe(40)
  expect(answerSpeed({ metrics: { ...metrics, durationMs: 300 } })).toBeNull()
})

test('has no speed without metrics', () => {
  expect(answerSpeed({})).toBeNull()
  expect(answerSpeed({ metrics: { ttftMs: null, tokensPerSecond: null, durationMs: 9_000 } })).toBeNull()
  expect(answerSpeed({ metrics: { ttftMs: 1, tokensPerSecond: 30, durationMs: null } })).toBeNull()
})

test('does not count the time that the model waited for tools', () => {
  const tools = { steps: 2, calls: 1, durationMs: 9_000, waitedMs: 9_700 }
  const metrics = { ttftMs: 100, tokensPerSecond: 400, durationMs: 10_000 }
  expect(answerSpeed({ metrics: { ...metrics, tools }, usage: { outputTokens: 80 } })).toBeNull()
  expect(answerSpeed({ metrics, usage: { outputTokens: 80 } })).toBe(400)
})

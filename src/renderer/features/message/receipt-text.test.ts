import { expect, test } from 'vitest'

import { receiptText } from './receipt-text'

const receipt = {
  requestedAt: 1,
  generatorEndedMs: 0.42,
  upstreamClosedMs: 1.2,
  savedMs: 3.08,
  keptChars: 1171,
}

test('a stop says what stopped and how fast', () => {
  expect(receiptText({ stopReason: 'user', receipt })).toBe(
    'Stopped by you · generator ended 0.4 ms · socket closed 1.2 ms · saved 3.1 ms · kept 1,171 characters',
  )
})

test('of an agent it says when its process was gone, which has no socket', () => {
  expect(receiptText({ stopReason: 'user', receipt, model: 'codex/default' })).toBe(
    'Stopped by you · generator ended 0.4 ms · process ended 1.2 ms · saved 3.1 ms · kept 1,171 characters',
  )
})

test('a figure that could not be had is left out, not shown as zero', () => {
  expect(
    receiptText({ stopReason: 'user', receipt: { ...receipt, upstreamClosedMs: null, savedMs: null } }),
  ).toBe('Stopped by you · generator ended 0.4 ms · kept 1,171 characters')
})

test('every other early end has its own words', () => {
  expect(receiptText({ stopReason: 'client-closed' })).toBe('Stopped when the window closed')
  expect(receiptText({ stopReason: 'interrupted' })).toBe('Interrupted when Parley quit')
  expect(receiptText({ stopReason: 'replaced' })).toBe('Replaced by a newer message')
  expect(
    receiptText({
      stopReason: 'wall-timeout',
      metrics: { ttftMs: null, tokensPerSecond: null, durationMs: 61_000 },
    }),
  ).toBe('Timed out after 61.0 s')
})

test('an answer that simply ended has no receipt', () => {
  expect(receiptText({ stopReason: 'end', receipt })).toBeNull()
  expect(receiptText({})).toBeNull()
})

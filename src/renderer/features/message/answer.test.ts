import { expect, test } from 'vitest'

import { receiptText } from './answer'

const receipt = {
  requestedAt: 1,
  generatorEndedMs: 0.42,
  upstreamClosedMs: 1.2,
  savedMs: 3.08,
  keptChars: 1171,
}

test('reports what a stop ended and how fast', () => {
  expect(receiptText({ stopReason: 'user', receipt })).toBe(
    'Stopped by you · generator ended 0.4 ms · socket closed 1.2 ms · saved 3.1 ms · kept 1,171 characters',
  )
})

test('reports when the process of an agent exited', () => {
  expect(receiptText({ stopReason: 'user', receipt, model: 'codex/default' })).toBe(
    'Stopped by you · generator ended 0.4 ms · process ended 1.2 ms · saved 3.1 ms · kept 1,171 characters',
  )
})

test('omits values that could not be measured instead of showing zero', () => {
  expect(
    receiptText({ stopReason: 'user', receipt: { ...receipt, upstreamClosedMs: null, savedMs: null } }),
  ).toBe('Stopped by you · generator ended 0.4 ms · kept 1,171 characters')
})

test('has a text for every other early end', () => {
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

test('has no text for a complete answer', () => {
  expect(receiptText({ stopReason: 'end', receipt })).toBeNull()
  expect(receiptText({})).toBeNull()
})

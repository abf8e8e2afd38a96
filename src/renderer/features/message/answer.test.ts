import { expect, test } from 'vitest'

import { receiptOf } from './answer'

const receipt = {
  requestedAt: 1,
  generatorEndedMs: 0.42,
  upstreamClosedMs: 1.2,
  savedMs: 3.08,
  keptChars: 1171,
}

test('reports what a stop ended and how fast', () => {
  expect(receiptOf({ stopReason: 'user', receipt })).toEqual({
    reason: 'Stopped',
    details: ['generator ended 0.4 ms', 'socket closed 1.2 ms', 'saved 3.1 ms', 'kept 1,171 characters'],
  })
})

test('reports when the process of an agent exited', () => {
  expect(receiptOf({ stopReason: 'user', receipt, model: 'codex/default' })?.details).toContain(
    'process ended 1.2 ms',
  )
})

test('omits values that could not be measured instead of showing zero', () => {
  expect(
    receiptOf({ stopReason: 'user', receipt: { ...receipt, upstreamClosedMs: null, savedMs: null } })
      ?.details,
  ).toEqual(['generator ended 0.4 ms', 'kept 1,171 characters'])
})

test('names each call that was interrupted, with its time', () => {
  const tools = [
    { toolCallId: 'a', name: 'web.fetch', endedMs: 2.1 },
    { toolCallId: 'b', name: 'mcp:slow/wait', endedMs: null },
  ]
  expect(receiptOf({ stopReason: 'user', receipt: { ...receipt, tools } })?.details).toEqual([
    'generator ended 0.4 ms',
    'socket closed 1.2 ms',
    'web.fetch ended 2.1 ms',
    'mcp:slow/wait did not end in time',
    'saved 3.1 ms',
    'kept 1,171 characters',
  ])
})

test('has a text for every other early end', () => {
  expect(receiptOf({ stopReason: 'client-closed' })?.reason).toBe('Stopped when the window closed')
  expect(receiptOf({ stopReason: 'interrupted' })?.reason).toBe('Interrupted when Parley quit')
  expect(receiptOf({ stopReason: 'replaced' })?.reason).toBe('Replaced by a newer message')
  expect(
    receiptOf({
      stopReason: 'wall-timeout',
      metrics: { ttftMs: null, tokensPerSecond: null, durationMs: 61_000 },
    })?.reason,
  ).toBe('Timed out after 61.0 s')
})

test('has no text for a complete answer', () => {
  expect(receiptOf({ stopReason: 'end', receipt })).toBeNull()
  expect(receiptOf({})).toBeNull()
})

import { describe, expect, test } from 'vitest'

import type { MessageId, RunId, SessionId } from '../ids'
import type { ToolCallPart } from '../sessions/messages'
import type { RunEventBody, RunSnapshot } from './events'
import { applyRunEvent, emptySnapshot, keptOutputChars, reduceRun, unansweredMessage } from './reduce-run'

const start = emptySnapshot(
  unansweredMessage({
    runId: 'r' as RunId,
    sessionId: 's' as SessionId,
    messageId: 'm' as MessageId,
    parentId: null,
    startedAt: 0,
  }),
)
const call: RunEventBody = { type: 'tool-call', toolCallId: 'c', toolName: 'Bash', input: { command: 'x' } }
const output = (text: string, toolCallId = 'c'): RunEventBody => ({ type: 'tool-output', toolCallId, text })
const result: RunEventBody = { type: 'tool-result', toolCallId: 'c', output: 'ok' }
const end: RunEventBody = {
  type: 'run-end',
  status: 'stopped',
  reason: 'user',
  metrics: { ttftMs: null, tokensPerSecond: null, durationMs: null },
}
const callIn = ({ message }: RunSnapshot) => message.parts.find((part) => part.type === 'tool-call')

describe('a running call', () => {
  test('takes updated fields and keeps the others', () => {
    const state = reduceRun(start, [
      call,
      { type: 'tool-update', toolCallId: 'c', title: 'Runs x', kind: 'execute' },
      { type: 'tool-update', toolCallId: 'c', changes: [{ path: 'a', kind: 'added' }] },
      { type: 'tool-update', toolCallId: 'unknown', title: 'nobody' },
    ])
    expect(state.message.parts).toEqual([
      {
        type: 'tool-call',
        toolCallId: 'c',
        toolName: 'Bash',
        input: { command: 'x' },
        state: 'running',
        title: 'Runs x',
        kind: 'execute',
        changes: [{ path: 'a', kind: 'added' }],
      },
    ])
  })

  test('does not keep the number of the event that updated it', () => {
    const state = applyRunEvent(applyRunEvent(start, call), {
      type: 'tool-update',
      toolCallId: 'c',
      title: 'Runs x',
      seq: 4,
    })
    expect(callIn(state)).toEqual({
      type: 'tool-call',
      toolCallId: 'c',
      toolName: 'Bash',
      input: { command: 'x' },
      state: 'running',
      title: 'Runs x',
    })
  })

  test('keeps the same end of a long output however it was split into events', () => {
    const line = `${'0123456789'.repeat(8)}\n`
    const lines = Array.from({ length: 6_000 }, (_, index) => `${index} ${line}`)
    const whole = lines.join('')
    const byLine = reduceRun(start, [call, ...lines.map((text) => output(text))])
    expect(callIn(byLine)?.output?.length).toBeLessThanOrEqual(keptOutputChars * 1.25)
    for (const ending of [result, end]) {
      const ended = callIn(applyRunEvent(byLine, ending)) as ToolCallPart
      expect(ended.output).toBe(whole.slice(-keptOutputChars))
      expect(ended.isOutputCut).toBe(true)
      const atOnce = callIn(reduceRun(start, [call, output(whole), ending])) as ToolCallPart
      expect(atOnce.output).toBe(ended.output)
    }
    expect(callIn(reduceRun(start, [call, output('short'), result]))).not.toHaveProperty('isOutputCut')
  })

  test('does not split a surrogate pair', () => {
    const text = `${'x'.repeat(10)}${'\u{1F600}'.repeat(keptOutputChars)}y`
    expect(callIn(reduceRun(start, [call, output(text), result]))?.output?.isWellFormed()).toBe(true)
  })
})

test('a plan keeps its first position and its last content', () => {
  const state = reduceRun(start, [
    { type: 'plan', entries: [{ text: 'a', status: 'pending' }] },
    call,
    { type: 'plan', entries: [{ text: 'a', status: 'completed' }] },
  ])
  expect(state.message.parts).toMatchObject([
    { type: 'plan', entries: [{ text: 'a', status: 'completed' }] },
    { type: 'tool-call' },
  ])
})

describe('an approval request', () => {
  const asked: RunEventBody = {
    type: 'approval-request',
    approvalId: 'a1',
    toolName: 'Bash',
    input: { command: 'x' },
    toolCallId: 'c',
    folder: '/work',
    isOnceOnly: true,
  }

  test('is pending with everything that is shown, until it is answered', () => {
    const pending = reduceRun(start, [call, asked])
    const { type: _type, ...approval } = asked
    expect(pending.pending.approvals).toEqual([approval])
    const answered = applyRunEvent(pending, {
      type: 'approval-answered',
      approvalId: 'a1',
      toolCallId: 'c',
      decision: 'deny',
    })
    expect([answered.pending.approvals, callIn(answered)?.approval]).toEqual([[], 'deny'])
  })

  test('is withdrawn when the run ends, so that no card waits forever', () => {
    const ended = reduceRun(start, [call, asked, end])
    expect(ended.pending.approvals).toEqual([])
    expect(callIn(ended)).toMatchObject({ state: 'cancelled', approval: 'withdrawn' })
  })
})

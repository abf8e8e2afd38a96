import { describe, expect, test } from 'vitest'

import type { MessageId, RunId, SessionId } from '../ids'
import type { Message, Part } from '../sessions/messages'
import type { RunEventBody } from './events'
import { applyRunEvent, emptySnapshot, maxParts, reduceRun } from './reduce-run'

const message: Message = {
  id: 'm1' as MessageId,
  sessionId: 's1' as SessionId,
  parentId: null,
  role: 'assistant',
  parts: [],
  status: 'streaming',
  createdAt: 0,
}
const metrics = { ttftMs: 1, tokensPerSecond: 2, durationMs: 3 }

const source = (name: string) => ({ url: `https://${name}.example/` })

describe('reduceRun', () => {
  test('keeps sources last and the text before them in one part', () => {
    const { message: after } = reduceRun(emptySnapshot(message), [
      { type: 'sources', sources: [source('a')] },
      { type: 'text-delta', text: 'So ' },
      { type: 'sources', sources: [source('a'), source('b')] },
      { type: 'text-delta', text: 'it is.' },
      { type: 'tool-call', toolCallId: 't', toolName: 'search', input: {}, isRunByProvider: true },
      { type: 'tool-result', toolCallId: 't', output: 'found' },
      { type: 'run-end', status: 'completed', reason: 'end', metrics },
    ])
    expect(after.parts).toMatchObject([
      { type: 'text', text: 'So it is.' },
      { type: 'tool-call', isRunByProvider: true, state: 'done' },
      { type: 'tool-result' },
      { type: 'sources', sources: [source('a'), source('b')] },
    ])
  })

  test('keeps sources last when tools, files and plans arrive after them', () => {
    const { message: after } = reduceRun(emptySnapshot(message), [
      { type: 'text-delta', text: 'So ' },
      { type: 'sources', sources: [source('a')] },
      { type: 'tool-call', toolCallId: 't', toolName: 'search', input: {} },
      { type: 'plan', entries: [] },
    ])
    expect(after.parts.map(({ type }) => type)).toEqual(['text', 'tool-call', 'plan', 'sources'])
  })

  test('appends text and reasoning to the last part of their kind once there are too many parts', () => {
    const count = 2 * maxParts
    const events = Array.from({ length: count }, (_, index): RunEventBody =>
      index % 2 === 0 ? { type: 'text-delta', text: 'a' } : { type: 'reasoning-delta', text: 'b' },
    )
    const { message: after } = reduceRun(emptySnapshot(message), [
      { type: 'sources', sources: [source('a')] },
      ...events,
      { type: 'tool-call', toolCallId: 't', toolName: 'search', input: {} },
      { type: 'reasoning-delta', text: 'c', providerData: { a: { signature: '1' } } },
      { type: 'reasoning-delta', text: 'd' },
      { type: 'error', code: 'INTERNAL', message: 'It broke.' },
    ])
    expect(after.parts.length).toBeLessThanOrEqual(maxParts + 1)
    expect(after.parts.slice(-2).map(({ type }) => type)).toEqual(['error', 'sources'])
    const said = (type: string) =>
      after.parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('')
    expect(said('text')).toBe('a'.repeat(maxParts))
    expect(said('reasoning')).toBe(`${'b'.repeat(maxParts)}cd`)
    expect(after.parts.some((part) => 'providerData' in part)).toBe(false)
  })

  test('drops later tool calls once there are too many parts', () => {
    const parts = Array.from({ length: maxParts - 2 }, (_, index): Part => ({
      type: 'tool-result',
      toolCallId: `t${index}`,
      output: 1,
    }))
    const { message: after } = reduceRun(emptySnapshot({ ...message, parts }), [
      { type: 'tool-call', toolCallId: 'last', toolName: 'look', input: {} },
      { type: 'tool-result', toolCallId: 'last', output: 1 },
      { type: 'tool-call', toolCallId: 'dropped', toolName: 'look', input: {} },
      { type: 'tool-result', toolCallId: 'dropped', output: 1 },
      { type: 'text-delta', text: 'end' },
    ])
    expect(after.parts).toHaveLength(maxParts + 1)
    expect(after.parts.slice(-2)).toEqual([
      { type: 'tool-result', toolCallId: 'last', output: 1 },
      { type: 'text', text: 'end' },
    ])
  })

  test('turns text into reasoning when an end tag arrives without a start tag', () => {
    const { message: after } = reduceRun(emptySnapshot(message), [
      { type: 'text-delta', text: 'Hm.' },
      { type: 'text-was-reasoning' },
      { type: 'text-delta', text: 'So.' },
    ])
    expect(after.parts).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'So.' },
    ])
  })

  test('joins deltas of one kind and keeps the order of text, reasoning and tools', () => {
    const events: RunEventBody[] = [
      { type: 'reasoning-delta', text: 'Let me ', ttftMs: 12 },
      { type: 'reasoning-delta', text: 'see.' },
      { type: 'text-delta', text: 'First' },
      { type: 'tool-call', toolCallId: 't1', toolName: 'look', input: { at: 1 } },
      { type: 'tool-result', toolCallId: 't1', output: 'seen' },
      { type: 'text-delta', text: 'Then' },
    ]
    expect(reduceRun(emptySnapshot(message), events).message).toMatchObject({
      metrics: { ttftMs: 12 },
      parts: [
        { type: 'reasoning', text: 'Let me see.' },
        { type: 'text', text: 'First' },
        { type: 'tool-call', toolCallId: 't1', state: 'done' },
        { type: 'tool-result', toolCallId: 't1', output: 'seen' },
        { type: 'text', text: 'Then' },
      ],
    })
  })

  test('starts another reasoning part after one that its provider completed', () => {
    const first = { a: { signature: '1' } }
    const second = { a: { signature: '2' } }
    const { message: after } = reduceRun(emptySnapshot(message), [
      { type: 'reasoning-delta', text: 'Let me ', durationMs: 1 },
      { type: 'reasoning-delta', text: 'see.', durationMs: 2 },
      { type: 'reasoning-delta', text: '', durationMs: 3, providerData: first },
      { type: 'reasoning-delta', text: '', providerData: second },
      { type: 'reasoning-delta', text: 'Well' },
      { type: 'tool-call', toolCallId: 't1', toolName: 'look', input: {}, providerData: first },
    ])
    expect(after.parts).toEqual([
      { type: 'reasoning', text: 'Let me see.', durationMs: 3, providerData: first },
      { type: 'reasoning', text: '', providerData: second },
      { type: 'reasoning', text: 'Well' },
      {
        type: 'tool-call',
        toolCallId: 't1',
        toolName: 'look',
        input: {},
        state: 'running',
        providerData: first,
      },
    ])
  })

  test('cancels a tool call without a result when the run ends', () => {
    const { message: ended } = reduceRun(emptySnapshot(message), [
      { type: 'tool-call', toolCallId: 't1', toolName: 'look', input: {} },
      { type: 'run-end', status: 'stopped', reason: 'user', metrics },
    ])
    expect(ended).toMatchObject({ status: 'partial', stopReason: 'user', parts: [{ state: 'cancelled' }] })
  })

  test('keeps the identity of unchanged parts, so that only the tail re-renders', () => {
    const before = reduceRun(emptySnapshot(message), [
      { type: 'reasoning-delta', text: 'a' },
      { type: 'text-delta', text: 'b' },
    ])
    const after = applyRunEvent(before, { type: 'text-delta', text: 'c' })
    expect(after.message.parts[0]).toBe(before.message.parts[0])
    expect(after.message.parts[1]).not.toBe(before.message.parts[1])
  })

  test('gives the same result for single events as for a snapshot and the rest', () => {
    const events: RunEventBody[] = Array.from({ length: 50 }, (_, index) =>
      index % 7 === 0
        ? { type: 'reasoning-delta', text: `${index}` }
        : { type: 'text-delta', text: `${index}` },
    )
    const whole = reduceRun(emptySnapshot(message), events)
    for (let cut = 0; cut <= events.length; cut += 1) {
      const snapshot = reduceRun(emptySnapshot(message), events.slice(0, cut))
      expect(reduceRun(structuredClone(snapshot), events.slice(cut))).toEqual(whole)
    }
  })

  test('stores the values of an answered form and marks a declined one', () => {
    const asked = reduceRun(emptySnapshot(message), [
      { type: 'form-request', formId: 'f1', title: 'Where?', schema: {} },
      { type: 'form-request', formId: 'f2', title: 'When?', schema: {} },
    ])
    const answered = applyRunEvent(asked, { type: 'form-answered', formId: 'f1', values: { city: 'Bern' } })
    expect(answered.pending.forms).toEqual([{ formId: 'f2', title: 'When?', schema: {} }])
    const { pending, message: after } = applyRunEvent(answered, {
      type: 'form-answered',
      formId: 'f2',
      values: null,
    })
    expect(pending.forms).toEqual([])
    expect(after.parts).toEqual([
      { type: 'form', formId: 'f1', title: 'Where?', schema: {}, values: { city: 'Bern' } },
      { type: 'form', formId: 'f2', title: 'When?', schema: {}, isDeclined: true },
    ])
  })

  test('ends pending requests with the run', () => {
    const asked = reduceRun(emptySnapshot(message), [
      {
        type: 'run-start',
        runId: 'r1' as RunId,
        sessionId: message.sessionId,
        messageId: message.id,
        model: 'a/b',
        startedAt: 0,
      },
      { type: 'approval-request', approvalId: 'a1', toolName: 'rm', input: {} },
      { type: 'form-request', formId: 'f1', title: 'Where?', schema: {} },
    ])
    expect(asked.pending).toMatchObject({ approvals: [{ approvalId: 'a1' }], forms: [{ formId: 'f1' }] })
    const ended = applyRunEvent(asked, { type: 'run-end', status: 'completed', reason: 'end', metrics })
    expect(ended.pending).toEqual({ approvals: [], forms: [] })
    expect(ended.message.parts).toMatchObject([{ type: 'form', formId: 'f1' }])
  })
})

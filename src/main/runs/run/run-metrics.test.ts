import { describe, expect, test } from 'vitest'

import { agentNotice } from '../../../shared/runs/agent-notice'
import type { LengthLimit } from '../../../shared/sessions/messages'
import type { SourceEvent } from '../../run-source/run-source'
import { begunRun } from '../testing/begun-run'
import { createRunHarness, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

const call = { type: 'tool-call', toolCallId: 'c', toolName: 'search', input: {} } as const

test('does not count the search in a project’s files as time of the model', async () => {
  const { sayAfter, endAfter, outcomes } = await begunRun()
  await sayAfter(2_000, { type: 'knowledge', excerpts: [] })
  await sayAfter(400, { type: 'text-delta', text: 'a' })
  await endAfter(600)
  expect(outcomes[0]?.message.metrics).toMatchObject({ ttftMs: 400, durationMs: 1_000 })
})

describe('tokens per second', () => {
  test('use the count of the provider, if it reports one', async () => {
    const { sayAfter, endAfter, answer } = await begunRun()
    await sayAfter(0, { type: 'text-delta', text: 'a' }, { type: 'usage', usage: { outputTokens: 21 } })
    await endAfter(4_000)
    expect(answer()?.metrics?.tokensPerSecond).toBe(5)
  })

  test.each([
    ['one token', 1_000, ['a']],
    ['no time', 0, ['a', 'b', 'c']],
    ['no text', 1_000, []],
  ])('are absent for %s', async (_what, durationMs, texts) => {
    const { sayAfter, endAfter, answer } = await begunRun()
    await sayAfter(0, call, ...texts.map((text) => ({ type: 'text-delta', text }) as const))
    await endAfter(durationMs)
    expect(answer()?.metrics?.tokensPerSecond).toBeNull()
  })

  test('and time to first token are absent for hidden tokens', async () => {
    const { sayAfter, endAfter, answer } = await begunRun()
    await sayAfter(0, { type: 'usage', usage: { outputTokens: 21 } })
    await endAfter(1_000)
    expect(answer()?.metrics).toEqual({ ttftMs: null, tokensPerSecond: null, durationMs: 1_000 })
  })
})

describe('time to first token and duration of reasoning', () => {
  test('a tool call does not count as a token', async () => {
    const { sayAfter, endAfter, answer } = await begunRun()
    await sayAfter(100, call)
    await sayAfter(300, { type: 'text-delta', text: 'a' })
    await endAfter(0)
    expect(answer()?.metrics?.ttftMs).toBe(400)
  })

  test('reasoning after text starts a new stretch', async () => {
    const { sayAfter, endAfter, answer } = await begunRun()
    await sayAfter(100, { type: 'reasoning-delta', text: 'So?' })
    await sayAfter(100, { type: 'text-delta', text: 'a' })
    await sayAfter(700, { type: 'reasoning-delta', text: 'And ' })
    await sayAfter(30, { type: 'reasoning-delta', text: 'then?' })
    await endAfter(0)
    expect(answer()?.parts).toMatchObject([
      { type: 'reasoning', durationMs: 100 },
      { type: 'text' },
      { type: 'reasoning', durationMs: 30 },
    ])
  })
})

test('keep each notice about the request once, and no other notice', async () => {
  const { sayAfter, endAfter, answer } = await begunRun()
  const cut = agentNotice({ reason: 'prompt-cut', windowTokens: 4_096 })
  await sayAfter(0, cut, agentNotice({ reason: 'session-lost' }), cut)
  await sayAfter(0, { type: 'notice', code: 'OTHER', message: 'Something else.' })
  await endAfter(0)
  expect(answer()?.metrics?.notices).toEqual([{ reason: 'prompt-cut', windowTokens: 4_096 }])
})

describe('an answer that is complete', () => {
  test.each<[string, Extract<SourceEvent, { type: 'finish' }>, LengthLimit | undefined]>([
    ['the model’s limit, if Parley sent none', { type: 'finish', reason: 'length' }, { of: 'model' }],
    [
      'the limit that was sent',
      { type: 'finish', reason: 'length', limit: { of: 'user', tokens: 10 } },
      { of: 'user', tokens: 10 },
    ],
    ['no limit, if none was reached', { type: 'finish', reason: 'end' }, undefined],
  ])('keeps %s', async (_what, finish, kept) => {
    const { sayAfter, endAfter, answer } = await begunRun()
    await sayAfter(0, { type: 'text-delta', text: 'a' }, finish)
    await endAfter(0)
    expect(answer()).toMatchObject({ stopReason: finish.reason })
    expect(answer()?.metrics?.limit).toEqual(kept)
  })
})

test('an answer in a pane keeps how it grew, and one in a chat does not', async () => {
  const chat = await begunRun()
  await chat.sayAfter(100, { type: 'text-delta', text: 'abc' })
  await chat.endAfter(100)
  expect(chat.answer()?.metrics).not.toHaveProperty('growth')

  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const [pane] = harness.newComparison().panes
  if (pane === undefined) throw new Error('expected a pane')
  harness.comparisons.run({ paneId: pane.paneId, text: 'Hi' })
  await source.idle()
  harness.clock.advance(100)
  source.text('abc')
  await source.idle()
  harness.clock.advance(100)
  source.end()
  await turn()
  const [answer] = harness.answersOf(pane.sessionId)
  expect(answer?.metrics?.growth).toEqual([
    [100, 0],
    [200, 3],
  ])
})

import { describe, expect, test } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { PaneId } from '../../../shared/ids'
import type { MergeKind } from '../../../shared/merges/merges'
import { messageText } from '../../../shared/sessions/messages'
import { createRunHarness, takeAll, turn } from '../../runs/testing/run-harness'
import { ScriptedSource } from '../../runs/testing/scripted-source'
import { Merges } from './merges'

const statement = { text: 'It is made of iron.', sources: ['A1', 'B1'], quote: 'made of iron' }
const reply = `${JSON.stringify(statement)}\n`

/** A comparison whose panes have answered with `texts`. */
async function answered(texts = ['It is made of iron.', 'It is made of iron and rivets.']) {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const { id: comparisonId, panes } = harness.newComparison()
  for (const [index, { paneId }] of panes.entries()) {
    harness.comparisons.run({ paneId, text: 'What is it made of?' })
    const text = texts[index] ?? ''
    if (text === 'fail') {
      source.text('Half')
      source.fail(new ParleyError('PROVIDER_AUTH', 'No.'))
    } else {
      source.text(text)
      source.end()
    }
    await turn()
  }
  const merges = new Merges({
    ...harness,
    store: harness.comparisonStore,
    sessions: harness.store,
    operations: { duplicate: () => Promise.reject(new Error('not copied here')) },
    blind: { open: () => Promise.reject(new Error('not opened here')) },
    randomBelow: (below) => below - 1,
    onChanged: (id) => harness.comparisons.announce(id),
  })
  const run = (
    change: { paneIds?: PaneId[]; kind?: MergeKind; instructions?: string; model?: string } = {},
  ) =>
    merges.run({
      comparisonId,
      paneIds: panes.map(({ paneId }) => paneId),
      model: 'test/merger',
      kind: 'best',
      ...change,
    })
  return { source, harness, comparisonId, panes, merges, run }
}

function reason(act: () => unknown): string {
  try {
    act()
    return 'accepted'
  } catch (error) {
    if (error instanceof ParleyError) return `${error.code} ${String(error.data?.['reason'])}`
    throw error
  }
}

test('a merge is stored with its comparison, with the question and the merged answer', async () => {
  const { source, harness, comparisonId, panes, merges, run } = await answered()
  const stream = run()
  source.text(reply)
  source.say({ type: 'usage', usage: { inputTokens: 9, outputTokens: 4 } })
  source.end()
  await expect.poll(() => (takeAll(stream), stream.end)).toMatchObject({ reason: 'completed' })

  const [merge] = merges.list(comparisonId)
  expect(merge).toMatchObject({ model: 'test/merger', kind: 'best', instructions: null })
  expect(merge?.answers.map(({ paneId }) => paneId)).toEqual(panes.map(({ paneId }) => paneId))
  if (merge === undefined) return
  const [question, answer] = harness.store.readPath(merge.sessionId).messages
  expect(question).toMatchObject({ parts: [{ text: 'What is it made of?' }] })
  expect(answer).toMatchObject({
    status: 'complete',
    model: 'test/merger',
    usage: { inputTokens: 9 },
    parts: [
      {
        text: 'It is made of iron.',
        statements: [{ kind: 'statement', sources: [{ sentence: 1 }, { sentence: 1 }] }],
      },
    ],
  })
  const asked = source.requests.at(-1)
  expect(asked?.messages).toHaveLength(1)
  expect(asked?.messages.map(messageText).join('')).toContain('{"id":"B1","text":')
  expect(JSON.stringify(asked)).not.toContain('test/model')
  expect(harness.comparisons.get(comparisonId).panes).toHaveLength(2)
})

describe('a merge that ends early', () => {
  test.each([['closed'], ['gone']] as const)('is saved once when its stream is %s', async (cause) => {
    const { source, harness, comparisonId, merges, run } = await answered()
    const stream = run()
    source.text(reply)
    await source.idle()
    expect(harness.comparisons.summary(comparisonId).running).toBe(true)
    stream.close(cause)
    expect(source.signal?.aborted).toBe(true)
    await turn()
    const [merge] = merges.list(comparisonId)
    const answers = merge === undefined ? [] : harness.answersOf(merge.sessionId)
    expect(answers).toMatchObject([
      {
        status: 'partial',
        stopReason: cause === 'gone' ? 'client-closed' : 'user',
        parts: [{ text: statement.text }],
      },
    ])
    expect(harness.openRunCount()).toBe(0)
    expect(harness.journalChunkCount()).toBe(0)
    expect(harness.comparisons.summary(comparisonId).running).toBe(false)
  })

  test('keeps what arrived when its provider fails', async () => {
    const { source, harness, comparisonId, merges, run } = await answered()
    run()
    source.text(reply, '{"text": "And more')
    source.fail(new ParleyError('PROVIDER_UNREACHABLE', 'gone'))
    await turn()
    const [merge] = merges.list(comparisonId)
    const [answer] = merge === undefined ? [] : harness.answersOf(merge.sessionId)
    expect(answer?.status).toBe('failed')
    expect(answer && messageText(answer)).toBe('It is made of iron. And more')
  })

  test('is stopped and saved before its comparison is deleted, and restored with it', async () => {
    const { source, harness, comparisonId, merges, run } = await answered()
    run()
    source.text(reply)
    await source.idle()
    await harness.comparisons.delete(comparisonId)
    expect(harness.openRunCount()).toBe(0)
    harness.comparisons.restore(comparisonId)
    const [merge] = merges.list(comparisonId)
    expect(merge && harness.answersOf(merge.sessionId)).toMatchObject([{ status: 'partial' }])
  })

  test('is stopped when it is removed', async () => {
    const { source, harness, comparisonId, merges, run } = await answered()
    run()
    await source.idle()
    const [merge] = merges.list(comparisonId)
    if (merge !== undefined) await merges.remove(merge.mergeId)
    expect(merges.list(comparisonId)).toEqual([])
    expect(harness.openRunCount()).toBe(0)
    await harness.comparisons.delete(comparisonId)
    harness.comparisons.restore(comparisonId)
    expect(merges.list(comparisonId)).toEqual([])
  })
})

describe('refuses, and stores nothing', () => {
  test.each([
    ['an empty answer', ['Iron.', ' '], 'merge-empty-answer'],
    ['a failed answer', ['Iron.', 'fail'], 'merge-failed-answer'],
  ])('%s', async (_what, texts, expected) => {
    const { run, merges, comparisonId } = await answered(texts)
    expect(reason(run)).toBe(`INVALID_INPUT ${expected}`)
    expect(merges.list(comparisonId)).toEqual([])
  })

  test('too few answers, an agent, no instructions, an answer in progress, an unknown model', async () => {
    const { source, harness, run, panes, merges, comparisonId } = await answered()
    const [pane] = panes
    if (pane === undefined) throw new Error('expected panes')
    const reasons = [
      reason(() => run({ paneIds: [pane.paneId, pane.paneId] })),
      reason(() => run({ model: 'claude-code/default' })),
      reason(() => run({ kind: 'custom', instructions: '  ' })),
      reason(() => run({ paneIds: ['nowhere' as PaneId, pane.paneId] })),
      reason(() => run({ model: 'gone/model' })),
    ]
    harness.comparisons.run({ paneId: pane.paneId, text: 'Again?' })
    await source.idle()
    expect([...reasons, reason(run)]).toEqual([
      'INVALID_INPUT merge-too-few',
      'INVALID_INPUT merge-by-agent',
      'INVALID_INPUT merge-without-instructions',
      'NOT_FOUND pane',
      'NOT_FOUND undefined',
      'RUN_ACTIVE merge-while-answering',
    ])
    expect(merges.list(comparisonId)).toEqual([])
  })
})

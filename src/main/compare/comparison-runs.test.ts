import { describe, expect, test } from 'vitest'

import type { Comparison } from '../../shared/sessions/sessions'
import { createRunHarness, takeAll, turn } from '../runs/testing/run-harness'
import { ScriptedSource } from '../runs/testing/scripted-source'

function compared() {
  const sources: ScriptedSource[] = []
  const harness = createRunHarness((request, context) => {
    const source = new ScriptedSource()
    sources.push(source)
    return source.run(request, context)
  })
  const comparison = harness.newComparison()
  return { harness, comparison, sources, ...panesOf(comparison) }
}

function panesOf(comparison: Comparison) {
  const [first, second] = comparison.panes
  if (first === undefined || second === undefined) throw new Error('expected two panes')
  return { first, second }
}

describe('a pane with an active run', () => {
  test('can be removed: its partial answer is saved first, and the other pane continues', async () => {
    const { harness, comparison, sources, first, second } = compared()
    harness.comparisons.addPane(comparison.id, { model: 'test/model' })
    const removed = harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
    const other = harness.comparisons.run({ paneId: second.paneId, text: 'Hi' })
    sources[0]?.text('kept')
    await sources[0]?.idle()
    const { panes } = await harness.comparisons.removePane(comparison.id, first.paneId)
    expect(panes.map((pane) => pane.paneId)).not.toContain(first.paneId)
    takeAll(removed)
    expect(removed.end).toMatchObject({ reason: 'stopped', receipt: { keptChars: 4 } })
    sources[1]?.end()
    await turn()
    takeAll(other)
    expect(other.end).toMatchObject({ reason: 'completed' })
  })

  test('gets another model after its partial answer is saved, and keeps its messages', async () => {
    const { harness, comparison, sources, first } = compared()
    harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
    sources[0]?.text('kept')
    await sources[0]?.idle()
    const changed = await harness.comparisons.replacePane(comparison.id, first.paneId, {
      model: 'test/other',
    })
    expect(changed.panes[0]).toMatchObject({ sessionId: first.sessionId, model: 'test/other' })
    expect(harness.answersOf(first.sessionId)).toMatchObject([
      { status: 'partial', parts: [{ text: 'kept' }] },
    ])
  })

  test('continues when its removal is refused', async () => {
    const { harness, comparison, sources, first } = compared()
    harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
    await sources[0]?.idle()
    await expect(harness.comparisons.removePane(comparison.id, first.paneId)).rejects.toThrow('at least 2')
    expect(sources[0]?.signal?.aborted).toBe(false)
  })

  test('continues when removing its pane is refused because another was removed first', async () => {
    const { harness, comparison, sources, first, second } = compared()
    harness.comparisons.addPane(comparison.id, { model: 'test/model' })
    for (const { paneId } of [first, second]) harness.comparisons.run({ paneId, text: 'Hi' })
    await sources[1]?.idle()
    const removals = [first, second].map(({ paneId }) =>
      harness.comparisons.removePane(comparison.id, paneId),
    )
    expect(await Promise.allSettled(removals)).toMatchObject([
      { status: 'fulfilled', value: { panes: [{ paneId: second.paneId }, {}] } },
      { status: 'rejected', reason: { code: 'INVALID_INPUT' } },
    ])
    expect(sources.map(({ signal }) => signal?.aborted)).toEqual([true, false])
  })

  test.each(['removePane', 'replacePane', 'delete'] as const)(
    'continues when a full disk refuses %s',
    async (change) => {
      const { harness, comparison, sources, first } = compared()
      harness.comparisons.addPane(comparison.id, { model: 'test/model' })
      harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
      await sources[0]?.idle()
      harness.database.setFault('full')
      const model = { model: 'test/other' }
      await expect(harness.comparisons[change](comparison.id, first.paneId, model)).rejects.toMatchObject({
        code: 'STORE_FULL',
      })
      harness.database.setFault(null)
      expect(sources[0]?.signal?.aborted).toBe(false)
      sources[0]?.text('all of it')
      sources[0]?.end()
      await turn()
      expect(harness.answersOf(first.sessionId)).toMatchObject([{ status: 'complete', model: 'test/model' }])
    },
  )

  test('is reported in the state it has after the save, including changes made in the meantime', async () => {
    const { harness, comparison, sources, first, second } = compared()
    for (let count = 0; count < 2; count += 1) {
      harness.comparisons.addPane(comparison.id, { model: 'test/model' })
    }
    harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
    await sources[0]?.idle()
    sources[0]?.context?.onUpstreamOpened()
    const removed = harness.comparisons.removePane(comparison.id, first.paneId)
    await harness.comparisons.removePane(comparison.id, second.paneId)
    sources[0]?.context?.onUpstreamClosed()
    const { panes } = await removed
    expect(panes.map(({ paneId }) => paneId)).not.toContain(second.paneId)
    expect(harness.openRunCount()).toBe(0)
  })

  test('refuses a second run with RUN_ACTIVE', () => {
    const { harness, first } = compared()
    harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
    expect(() => harness.comparisons.run({ paneId: first.paneId, text: 'again' })).toThrow(
      expect.objectContaining({ code: 'RUN_ACTIVE' }),
    )
  })

  test('ends when its comparison is deleted, and its partial answer is saved', async () => {
    const { harness, comparison, sources, first } = compared()
    const stream = harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
    await sources[0]?.idle()
    await harness.comparisons.delete(comparison.id)
    takeAll(stream)
    expect(stream.end).toMatchObject({ reason: 'stopped' })
    expect(harness.openRunCount()).toBe(0)
    expect(() => harness.comparisons.run({ paneId: first.paneId, text: 'again' })).toThrow('not found')
  })
})

test('stops and saves a pane that is added while its comparison is being deleted', async () => {
  const { harness, comparison, sources, first } = compared()
  harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
  await sources[0]?.idle()
  sources[0]?.context?.onUpstreamOpened()
  const deleted = harness.comparisons.delete(comparison.id)
  await turn()
  const { panes } = harness.comparisons.addPane(comparison.id, { model: 'test/model' })
  const late = harness.comparisons.run({ paneId: panes[2]?.paneId ?? first.paneId, text: 'Hi' })
  await sources[1]?.idle()
  sources[0]?.context?.onUpstreamClosed()
  await deleted
  takeAll(late)
  expect(late.end).toMatchObject({ reason: 'stopped' })
  expect(harness.openRunCount()).toBe(0)
  expect(() => harness.comparisons.get(comparison.id)).toThrow('not found')
})

test('the stream of a pane ends even if its session can no longer be read', async () => {
  const { harness, sources, first } = compared()
  const stream = harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
  sources[0]?.end()
  harness.store.deleteSession(first.sessionId)
  await turn()
  takeAll(stream)
  expect(stream.end).toMatchObject({ reason: 'completed' })
})

describe('running a pane again', () => {
  test('replaces the old answer with the new one', async () => {
    const { harness, sources, first } = compared()
    harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
    sources[0]?.text('one')
    sources[0]?.end()
    await turn()
    harness.comparisons.run({ paneId: first.paneId, regenerate: true })
    sources[1]?.text('two')
    sources[1]?.end()
    await turn()
    expect(harness.store.readPath(first.sessionId).messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', parts: [{ text: 'two' }] },
    ])
  })

  test('is refused if there is no question yet, and leaves the pane free', () => {
    const { harness, first } = compared()
    expect(() => harness.comparisons.run({ paneId: first.paneId, regenerate: true })).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        data: { field: 'regenerate', reason: 'nothing-asked' },
      }),
    )
    expect(harness.leases.holder(first.sessionId)).toBeNull()
  })
})

test('the first prompt names the comparison, but does not replace a name from the user', async () => {
  const { harness, comparison, sources, first } = compared()
  harness.comparisons.run({ paneId: first.paneId, text: 'Explain WAL to a colleague' })
  expect(harness.comparisons.get(comparison.id).title).toBe('Explain WAL to a colleague')
  sources[0]?.end()
  await turn()
  harness.comparisons.update(comparison.id, { title: 'WAL' })
  harness.comparisons.run({ paneId: first.paneId, text: 'And now shorter' })
  expect(harness.comparisons.get(comparison.id).title).toBe('WAL')
})

test('the list says which comparison is running', () => {
  const { harness, comparison, first } = compared()
  const other = harness.newComparison()
  harness.comparisons.run({ paneId: first.paneId, text: 'Hi' })
  const running = Object.fromEntries(
    harness.comparisons.list().map((summary) => [summary.id, summary.running]),
  )
  expect(running).toEqual({ [comparison.id]: true, [other.id]: false })
})

import { describe, expect, test, vi } from 'vitest'

import type { RunEventBody } from '../../shared/runs/events'
import { running, storeFull } from './testing/running'

/** The events in the journal of the first open run. */
function journalled({ store }: ReturnType<typeof running>['harness']): RunEventBody[] {
  const [run] = store.openRuns()
  return (run?.journal ?? []).flatMap((events) => JSON.parse(events) as RunEventBody[])
}

describe('the journal', () => {
  test('is written at most every 250 ms and contains every event', async () => {
    const { source, harness, send } = running()
    await send()
    source.text('a', 'b')
    await source.idle()
    expect(harness.journalChunkCount()).toBe(0)
    harness.clock.advance(249)
    expect(harness.journalChunkCount()).toBe(1)
    source.text('c')
    await source.idle()
    harness.clock.advance(249)
    expect(journalled(harness).filter(({ type }) => type === 'text-delta')).toEqual([
      expect.objectContaining({ text: 'ab' }),
      { type: 'text-delta', text: 'c' },
    ])
  })

  test('is written only while the row of its run is open', async () => {
    const { source, harness, sessionId, send } = running()
    const { runId } = await send()
    source.text('a')
    await source.idle()
    await harness.manager.stop(sessionId)
    harness.clock.advance(1_000)
    expect(harness.journalChunkCount()).toBe(0)
    expect(harness.store.appendJournal(runId, [{ type: 'text-delta', text: 'late' }])).toBe(false)
    expect(harness.journalChunkCount()).toBe(0)
  })

  test('is reported once while the disk keeps refusing it', async () => {
    const { source, harness, send } = running()
    await send()
    vi.spyOn(harness.store, 'appendJournal').mockImplementation(() => {
      throw storeFull
    })
    source.text('a')
    await source.idle()
    harness.clock.advance(10_000)
    expect(harness.reported).toEqual([{ level: 'warning', source: 'journal', error: storeFull }])
  })

  test('is complete at the next interval after the disk refused it once', async () => {
    const { source, harness, send } = running()
    await send()
    source.text('a')
    await source.idle()
    vi.spyOn(harness.store, 'appendJournal').mockImplementationOnce(() => {
      throw storeFull
    })
    harness.clock.advance(150)
    source.text('b')
    await source.idle()
    harness.clock.advance(150)
    expect(journalled(harness)).toContainEqual(expect.objectContaining({ text: 'ab' }))
  })
})

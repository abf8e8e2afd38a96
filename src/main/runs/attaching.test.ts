import { describe, expect, test } from 'vitest'

import type { RunId } from '../../shared/ids'
import { takeAll, turn } from './testing/run-harness'
import { running } from './testing/running'

describe('attaching', () => {
  test('to an active run sends stream-start, a replay, live events, run-end and then the stored state', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    source.text('a')
    await source.idle()
    const watch = harness.watch(sessionId)
    const replayed = takeAll(watch).map((event) => event.type)
    source.text('b')
    source.end()
    await turn()
    expect([...replayed, ...takeAll(watch).map((event) => event.type)]).toEqual([
      'stream-start',
      'replay-start',
      'run-start',
      'text-delta',
      'replay-end',
      'text-delta',
      'run-end',
      'session-sync',
    ])
  })

  test('to an idle session sends only the stored state', () => {
    const { harness, sessionId } = running()
    expect(takeAll(harness.watch(sessionId))).toMatchObject([
      { type: 'session-sync', running: false, messages: [] },
    ])
  })

  test('to a session with a background run sends only session-sync, as running', () => {
    const { harness, sessionId } = running()
    harness.leases.acquire(sessionId, { kind: 'background', stop: () => {} })
    expect(takeAll(harness.watch(sessionId))).toMatchObject([{ type: 'session-sync', running: true }])
  })

  test('to a session that does not exist is refused', () => {
    const { harness } = running()
    expect(() => harness.watch('nobody' as never)).toThrow('not found')
  })

  test('stays open over any number of runs', async () => {
    const { source, harness, sessionId, send } = running()
    const watch = harness.watch(sessionId)
    const types: string[] = []
    for (let index = 0; index < 3; index += 1) {
      await send()
      source.end()
      await turn()
      types.push(...takeAll(watch).map((event) => event.type))
    }
    expect(types.filter((type) => type === 'run-end')).toHaveLength(3)
    expect(types.at(-1)).toBe('session-sync')
    expect(watch.end).toBeNull()
  })

  test('a watcher that reads nothing during whole runs then gets the stored state', async () => {
    const { source, harness, sessionId, send } = running()
    const watch = harness.watch(sessionId)
    for (let index = 0; index < 3; index += 1) {
      await send()
      source.end()
      await turn()
    }
    const last = takeAll(watch).at(-1)
    expect(last).toMatchObject({ type: 'session-sync', running: false })
    expect(last?.type === 'session-sync' && last.messages).toHaveLength(6)
  })

  test('with `after` resumes that run for 180 s after it ended, and later gets the stored state', async () => {
    const { source, harness, sessionId, send } = running()
    const { runId } = await send()
    source.text('a', 'b')
    source.end()
    await turn()
    const resumed = takeAll(harness.watch(sessionId, { runId, seq: 2 }))
    expect(resumed.map((event) => event.type)).toEqual([
      'stream-start',
      'replay-start',
      'text-delta',
      'run-end',
      'replay-end',
      'session-sync',
    ])
    harness.clock.advance(180_000)
    expect(takeAll(harness.watch(sessionId, { runId, seq: 2 }))).toMatchObject([{ type: 'session-sync' }])
    const unknown = takeAll(harness.watch(sessionId, { runId: 'nobody' as RunId, seq: 2 }))
    expect(unknown).toMatchObject([{ type: 'session-sync' }])
  })

  test('a new watcher of a finished run gets the stored state, not a replay', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    source.end()
    await turn()
    expect(takeAll(harness.watch(sessionId)).map((event) => event.type)).toEqual(['session-sync'])
  })

  test('shows a run as active while it is saved but its upstream is still open', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    source.context?.onUpstreamOpened()
    const stopping = harness.manager.stop(sessionId)
    await turn()
    const watch = harness.watch(sessionId)
    expect(takeAll(watch).map((event) => event.type)).toEqual([
      'stream-start',
      'replay-start',
      'run-start',
      'replay-end',
    ])
    source.context?.onUpstreamClosed()
    await stopping
    expect(takeAll(watch).map((event) => event.type)).toEqual(['run-end', 'session-sync'])
  })
})

import { describe, expect, test, vi } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { MessageId } from '../../../shared/ids'
import { TreeWriter } from '../../store/sessions/tree-writer'
import { SessionWatch } from './session-watch'
import { createRunHarness, takeAll, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

function watched() {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const sessionId = harness.newChat()
  const otherId = harness.newChat()
  const watch = harness.watch(sessionId)
  const urgencies: boolean[] = []
  const stopListening = watch.onReadable((urgent) => urgencies.push(urgent))
  return {
    source,
    harness,
    sessionId,
    otherId,
    watch,
    stopListening,
    send: (id = sessionId, whenBusy: 'reject' | 'queue' = 'reject') =>
      harness.manager.send({ sessionId: id, text: 'Hi', whenBusy }),
    /** The notifications since the last call. */
    heard: () => urgencies.splice(0),
    types: () => takeAll(watch).map(({ type }) => type),
  }
}

/** The types of all events, taken `portion` at a time. */
function takeInPortions(watch: SessionWatch, portion: number): string[] {
  const types: string[] = []
  for (;;) {
    const taken = watch.take(portion)
    if (taken.length === 0) return types
    expect(taken.length).toBeLessThanOrEqual(portion)
    types.push(...taken.map(({ type }) => type))
  }
}

describe('a watcher that listens', () => {
  test('is notified when a run starts, of each event, and when the run is over', async () => {
    const { source, send, heard } = watched()
    await send()
    // The run has started and sent its first event.
    const asItBegins = heard()
    expect(asItBegins.every(Boolean)).toBe(true)
    expect(asItBegins.length).toBeGreaterThan(0)
    source.text('a')
    await source.idle()
    expect(heard()).toEqual([false])
    source.end()
    await turn()
    // Before the answer is saved, of its end, and when it is over.
    expect(heard()).toEqual([true, true, true])
  })

  test('is notified of its queue at once', async () => {
    const { source, sessionId, send, heard } = watched()
    await send()
    await source.idle()
    heard()
    await send(sessionId, 'queue')
    expect(heard()).toEqual([true])
  })

  test('is notified when its idle chat changes', () => {
    const { harness, sessionId, heard, types } = watched()
    types()
    harness.view.announce(sessionId)
    expect(heard()).toEqual([true])
    expect(types()).toEqual(['session-sync'])
  })

  test('does not repeat messages when a window has shown the chat', () => {
    const { harness, sessionId, heard, types } = watched()
    types()
    const listed: string[] = []
    harness.view.onSeen((id) => listed.push(id))
    harness.view.announceSeen(sessionId)
    expect([heard(), types(), listed]).toEqual([[], [], [sessionId]])
  })

  test('is not notified of other chats', async () => {
    const { source, harness, otherId, send, heard, types } = watched()
    types()
    await send(otherId)
    await source.idle()
    await send(otherId, 'queue')
    harness.view.announce(otherId)
    harness.view.announce(otherId, true)
    await harness.manager.stop(otherId, { holdQueue: true })
    expect([heard(), types()]).toEqual([[], []])
  })

  test('is not notified when a run in another chat ends during its own', async () => {
    const { source, harness, otherId, send, heard } = watched()
    await send()
    await source.idle()
    const own = source.context
    await send(otherId)
    await source.idle()
    heard()
    await harness.manager.stop(otherId)
    expect(own?.signal.aborted).toBe(false)
    expect(heard()).toEqual([])
  })

  test('is not notified after it has stopped listening', async () => {
    const { send, heard, stopListening } = watched()
    stopListening()
    await send()
    expect(heard()).toEqual([])
  })
})

describe('the events of a watcher', () => {
  test('contain the newest queue once, and no other pending event is lost', async () => {
    const { source, harness, sessionId, send } = watched()
    await send()
    await source.idle()
    const late = harness.watch(sessionId)
    await send(sessionId, 'queue')
    await send(sessionId, 'queue')
    const events = takeAll(late)
    expect(events.map(({ type }) => type)).toEqual([
      'stream-start',
      'queue',
      'replay-start',
      'run-start',
      'replay-end',
    ])
    expect(events[1]).toMatchObject({ queue: { messages: [{ text: 'Hi' }, { text: 'Hi' }] } })
  })

  test('contain the stored state only after the run, even if the chat changes during it', async () => {
    const { source, harness, sessionId, send, types } = watched()
    types()
    await send()
    await source.idle()
    expect(types()).toEqual(['stream-start', 'replay-start', 'run-start', 'replay-end'])
    harness.view.announce(sessionId)
    expect(types()).toEqual([])
    source.end()
    await turn()
    expect(types()).toEqual(['run-end', 'session-sync'])
  })

  test('of a resumed run are only those that it does not have', async () => {
    const { source, harness, sessionId, send } = watched()
    const { runId } = await send()
    source.text('a', 'b')
    await source.idle()
    expect(takeAll(harness.watch(sessionId, { runId, seq: 2 }))).toMatchObject([
      { type: 'stream-start', runId },
      { type: 'queue' },
      { type: 'replay-start', count: 1, throughSeq: 2 },
      { type: 'text-delta', text: 'b', seq: 3 },
      { type: 'replay-end' },
    ])
  })

  test('of a deleted chat are none, even if its last run could still be resumed', async () => {
    const { source, harness, sessionId, send } = watched()
    const { runId } = await send()
    source.end()
    await turn()
    harness.store.deleteSession(sessionId)
    expect(() => harness.watch(sessionId, { runId, seq: 1 })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
  })

  test('of a deleted chat are none, even if its last answer has no question', async () => {
    const { source, harness } = watched()
    const { database, newId, manager, store } = harness
    const writer = new TreeWriter(database, { newId, pause: () => Promise.resolve() })
    const imported = {
      key: 'answer',
      parentKey: null,
      role: 'assistant' as const,
      parts: [{ type: 'text' as const, text: 'Hello' }],
      status: 'complete' as const,
      createdAt: 0,
    }
    const { id } = await writer.write({ created_at: 0, model: 'test/model' }, [imported], 'answer')
    const messageId = store.readPath(id).messages[0]?.id as MessageId
    const { runId } = manager.regenerate({ sessionId: id, messageId })
    source.end()
    await turn()
    expect(takeAll(harness.watch(id, { runId, seq: 1 }))[0]).toMatchObject({ runId, parent: null })
    store.deleteSession(id)
    expect(() => harness.watch(id, { runId, seq: 1 })).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })

  test('of a finished run start with the message that it answered', async () => {
    const { source, harness, sessionId, send } = watched()
    const { runId } = await send()
    source.end()
    await turn()
    const [question] = harness.store.readPath(sessionId).messages
    const [start] = takeAll(harness.watch(sessionId, { runId, seq: 1 }))
    expect(start).toMatchObject({ type: 'stream-start', runId, parent: question })
  })
})

describe('a watcher that reads', () => {
  test.each([1, 2, 512])('%i at a time gets at most that many events, all in order', async (portion) => {
    const { source, harness, sessionId, watch, send } = watched()
    await send()
    const late = harness.watch(sessionId)
    source.text('a')
    source.end()
    await turn()
    const run = [
      'stream-start',
      'replay-start',
      'run-start',
      'replay-end',
      'text-delta',
      'run-end',
      'session-sync',
    ]
    expect(takeInPortions(watch, portion)).toEqual(['session-sync', ...run])
    expect(takeInPortions(late, portion)).toEqual(run)
  })

  test('inside a notification never sees an ended run as active', async () => {
    const { source, harness, sessionId, send } = watched()
    const eager = harness.watch(sessionId)
    const syncs: unknown[] = []
    takeAll(eager)
    eager.onReadable(() => syncs.push(...takeAll(eager).filter(({ type }) => type === 'session-sync')))
    await send()
    source.end()
    await turn()
    expect(syncs).toMatchObject([{ running: false, messages: [{ role: 'user' }, { role: 'assistant' }] }])
  })
})

describe('the end of a watcher', () => {
  test('is the end of its presence, which was announced when it attached', () => {
    const { harness, sessionId } = watched()
    const present: string[] = []
    const watch = new SessionWatch(sessionId, {
      ...harness,
      onWatched(id) {
        present.push(id)
        return () => void present.pop()
      },
    })
    expect(present).toEqual([sessionId])
    watch.close('closed')
    expect(present).toEqual([])
  })

  test('comes when it is closed, and nothing follows', async () => {
    const { source, harness, sessionId, watch, send, heard, types } = watched()
    await send()
    await source.idle()
    heard()
    watch.close('closed')
    expect(watch.end).toEqual({ reason: 'stopped' })
    expect(heard()).toEqual([true])
    source.end()
    await turn()
    harness.view.announce(sessionId)
    await send()
    harness.view.announce(sessionId, true)
    expect([heard(), types(), watch.end]).toEqual([[], [], { reason: 'stopped' }])
  })

  test('in an idle chat stops all notifications', async () => {
    const { harness, sessionId, watch, send, heard, types } = watched()
    watch.close('gone')
    heard()
    harness.view.announce(sessionId)
    await send()
    await send(sessionId, 'queue')
    expect([heard(), types()]).toEqual([[], []])
  })

  test('comes when its chat is deleted, with NOT_FOUND, and is not changed by closing', () => {
    const { harness, sessionId, watch, heard } = watched()
    harness.view.announce(sessionId, true)
    const end = {
      reason: 'failed',
      error: {
        code: 'NOT_FOUND',
        message: expect.stringContaining('deleted'),
        data: { reason: 'chat', sessionId },
      },
    }
    expect(watch.end).toEqual(end)
    expect(heard()).toEqual([true])
    watch.close('closed')
    expect(watch.end).toEqual(end)
    expect(heard()).toEqual([])
  })

  test('comes when its chat cannot be read, with the error', () => {
    const { harness, sessionId, watch } = watched()
    const damaged = new ParleyError('STORE_DAMAGED', 'The database is damaged.')
    vi.spyOn(harness.view, 'sync').mockImplementation(() => {
      throw damaged
    })
    const surfaced = vi.spyOn(globalThis, 'queueMicrotask')
    harness.view.announce(sessionId)
    expect(watch.end).toEqual({
      reason: 'failed',
      error: { code: 'STORE_DAMAGED', message: 'The database is damaged.' },
    })
    expect(surfaced).not.toHaveBeenCalled()
  })

  test('comes after a bug, which is reported to health', () => {
    const { harness, sessionId, watch } = watched()
    vi.spyOn(harness.view, 'sync').mockImplementation(() => {
      throw new TypeError('a bug')
    })
    const surfaced = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => {})
    harness.view.announce(sessionId)
    expect(watch.end).toMatchObject({ reason: 'failed', error: { code: 'INTERNAL' } })
    expect(surfaced).toHaveBeenCalledTimes(1)
  })
})

import { describe, expect, test, vi } from 'vitest'

import { ParleyError } from '../../shared/errors'
import type { RunId } from '../../shared/ids'
import { whileIdle } from '../leases/while-idle'
import { createRunHarness, takeAll, turn } from './testing/run-harness'
import { ScriptedSource } from './testing/scripted-source'

function running(options: ConstructorParameters<typeof ScriptedSource>[0] = {}) {
  const source = new ScriptedSource(options)
  const harness = createRunHarness(source.run)
  const sessionId = harness.newChat()
  const send = (text = 'Hi', whenBusy: 'reject' | 'replace' = 'reject') =>
    harness.manager.send({ sessionId, text, whenBusy })
  return { source, harness, sessionId, send }
}

function timed(timeouts: { idleMs: number; wallMs: number }) {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run, { timeouts })
  const sessionId = harness.newChat()
  return { source, harness, sessionId, send: () => harness.manager.send({ sessionId, text: 'Hi' }) }
}

function fail(): never {
  throw new Error('a faulty listener')
}

const storeFull = new ParleyError('STORE_FULL', 'The disk is full.')

describe('completion and Stop in the same tick', () => {
  test('the source settles first: a later stop answers { stopped: false, receipt: null }', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    source.text('all')
    source.end()
    await turn()
    expect(await harness.manager.stop(sessionId)).toEqual({ stopped: false, receipt: null })
    expect(harness.answersOf(sessionId)).toMatchObject([{ status: 'complete', parts: [{ text: 'all' }] }])
  })

  test('at any moment leaves one message and one run-end that agree', async () => {
    for (let microtasks = 0; microtasks < 25; microtasks += 1) {
      const { source, harness, sessionId, send } = running()
      await send()
      const watch = harness.watch(sessionId)
      await source.idle()
      source.text('all')
      source.end()
      for (let index = 0; index < microtasks; index += 1) await Promise.resolve()
      const { stopped, receipt } = await harness.manager.stop(sessionId)
      await turn()
      const ends = takeAll(watch).filter((event) => event.type === 'run-end')
      expect(ends).toMatchObject([{ status: stopped ? 'stopped' : 'completed' }])
      expect(harness.answersOf(sessionId)).toMatchObject([{ status: stopped ? 'partial' : 'complete' }])
      expect(receipt === null).toBe(!stopped)
    }
  })

  test('a stop without a run answers { stopped: false, receipt: null }', async () => {
    const { harness, sessionId } = running()
    expect(await harness.manager.stop(sessionId)).toEqual({ stopped: false, receipt: null })
  })

  test('two stops at once get the same receipt', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    const [first, second] = await Promise.all([
      harness.manager.stop(sessionId),
      harness.manager.stop(sessionId),
    ])
    expect(first).toMatchObject({ stopped: true })
    expect(second).toEqual(first)
  })
})

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
    expect(harness.store.openRuns()[0]?.events.filter((event) => event.type === 'text-delta')).toEqual([
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
    expect(harness.store.openRuns()[0]?.events).toContainEqual(expect.objectContaining({ text: 'ab' }))
  })
})

describe('a source that ignores its abort', () => {
  test('is abandoned after 3 s: saved, stopped without times, recorded, and the lease released', async () => {
    const { source, harness, sessionId, send } = running({ onAbort: 'ignore' })
    await send()
    source.text('kept')
    await source.idle()
    const stopping = harness.manager.stop(sessionId)
    harness.clock.advance(2_999)
    await turn()
    expect(harness.leases.holder(sessionId)).not.toBeNull()
    harness.clock.advance(1)
    expect(await stopping).toMatchObject({
      stopped: true,
      receipt: { generatorEndedMs: null, upstreamClosedMs: null, keptChars: 4 },
    })
    expect(harness.answersOf(sessionId)).toMatchObject([{ status: 'partial', parts: [{ text: 'kept' }] }])
    expect(harness.reported).toMatchObject([{ level: 'warning', source: 'run' }])
    expect(harness.leases.holder(sessionId)).toBeNull()
  })

  test('adds nothing when it resumes later, not even to the next run of the session', async () => {
    const { source, harness, sessionId, send } = running({ onAbort: 'ignore' })
    await send()
    await source.idle()
    const stopping = harness.manager.stop(sessionId)
    harness.clock.advance(3_000)
    await stopping
    source.text('late')
    await turn()
    expect(harness.answersOf(sessionId)).toMatchObject([{ parts: [] }])
  })
})

describe('the receipt', () => {
  test('is added after the partial answer is saved and the upstream is closed', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    source.context?.onUpstreamOpened()
    const stopping = harness.manager.stop(sessionId)
    await turn()
    expect(harness.answersOf(sessionId)).toMatchObject([{ status: 'partial' }])
    expect(harness.answersOf(sessionId)[0]?.receipt).toBeUndefined()
    harness.clock.advance(400)
    source.context?.onUpstreamClosed()
    const { receipt } = await stopping
    expect(receipt).toMatchObject({ generatorEndedMs: 0, savedMs: 0, upstreamClosedMs: 400 })
    expect(harness.answersOf(sessionId)[0]?.receipt).toEqual(receipt)
  })

  test('is added after 3 s without a close time if the upstream never closes', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    source.context?.onUpstreamOpened()
    const stopping = harness.manager.stop(sessionId)
    await turn()
    harness.clock.advance(3_000)
    expect(await stopping).toMatchObject({ stopped: true, receipt: { upstreamClosedMs: null, savedMs: 0 } })
  })

  test('has no close time for a source without an upstream', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    expect(await harness.manager.stop(sessionId)).toMatchObject({ receipt: { upstreamClosedMs: null } })
  })
})

describe('deleting while streaming', () => {
  test('aborts, waits for the save, then deletes', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    source.text('kept')
    await source.idle()
    const watch = harness.watch(sessionId)
    let answersAtDelete = 0
    await whileIdle(harness.leases, sessionId, 'user', () => {
      answersAtDelete = harness.answersOf(sessionId).length
      harness.store.deleteSession(sessionId)
    })
    harness.view.announce(sessionId, true)
    expect(answersAtDelete).toBe(1)
    expect(watch.end).toMatchObject({ reason: 'failed', error: { code: 'NOT_FOUND' } })
    expect(harness.store.restoreSession(sessionId).id).toBe(sessionId)
    expect(harness.answersOf(sessionId)).toMatchObject([{ parts: [{ text: 'kept' }] }])
  })
})

describe('a stop before the first token', () => {
  test('leaves an empty assistant message, stored once', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    await harness.manager.stop(sessionId)
    expect(harness.answersOf(sessionId)).toMatchObject([{ parts: [], status: 'partial', stopReason: 'user' }])
  })
})

describe('disk full at the save', () => {
  test('keeps the partial answer in memory and on screen with savedMs null, and saves it when there is room', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    const watch = harness.watch(sessionId)
    source.text('kept')
    await source.idle()
    const full = vi.spyOn(harness.store, 'settleRun').mockImplementation(() => {
      throw storeFull
    })
    const { receipt } = await harness.manager.stop(sessionId)
    expect(receipt).toMatchObject({ savedMs: null, keptChars: 4 })
    expect(harness.store.readPath(sessionId).messages).toHaveLength(1)
    const sync = takeAll(watch).findLast((event) => event.type === 'session-sync')
    expect(sync?.type === 'session-sync' && sync.messages.at(-1)).toMatchObject({ parts: [{ text: 'kept' }] })
    expect(harness.view.get(sessionId).messages).toHaveLength(2)

    full.mockRestore()
    harness.clock.advance(5_000)
    expect(harness.answersOf(sessionId)).toMatchObject([{ parts: [{ text: 'kept' }] }])
    expect(harness.view.get(sessionId).messages).toHaveLength(2)
  })
})

describe('quitting', () => {
  test('saves every run as shutdown and starts no more', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    source.text('kept')
    await source.idle()
    await harness.manager.close()
    expect(harness.answersOf(sessionId)).toMatchObject([
      { stopReason: 'shutdown', parts: [{ text: 'kept' }] },
    ])
    await expect(send()).rejects.toMatchObject({ code: 'DEGRADED' })
    expect(harness.store.readPath(sessionId).messages).toHaveLength(2)
  })

  test('saves answers that the disk refused before, if there is room again', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    source.text('kept')
    await source.idle()
    const full = vi.spyOn(harness.store, 'settleRun').mockImplementation(() => {
      throw storeFull
    })
    await harness.manager.stop(sessionId)
    full.mockRestore()
    await harness.manager.close()
    expect(harness.answersOf(sessionId)).toMatchObject([{ parts: [{ text: 'kept' }] }])
  })

  test('a message that waits to replace the last run is not stored', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    const replacing = send('later', 'replace')
    await harness.manager.close()
    await expect(replacing).rejects.toMatchObject({ code: 'DEGRADED' })
    expect(harness.store.readPath(sessionId).messages).toHaveLength(2)
    expect(harness.leases.holder(sessionId)).toBeNull()
  })
})

describe('a bug', () => {
  test('in a listener affects neither the run nor its lease', async () => {
    const { source, harness, sessionId, send } = running()
    const surfaced: (() => void)[] = []
    const later = vi
      .spyOn(globalThis, 'queueMicrotask')
      .mockImplementation((callback) => void surfaced.push(callback))
    harness.active.onStarted(fail)
    harness.active.onEnded(fail)
    const watch = harness.watch(sessionId)
    await send()
    source.end()
    await turn()
    later.mockRestore()
    expect(surfaced).toHaveLength(2)
    expect(takeAll(watch).map((event) => event.type)).toContain('session-sync')
    expect(harness.active.list()).toEqual([])
    expect(harness.leases.holder(sessionId)).toBeNull()
  })

  test('in the run itself aborts its source, ends every reader and keeps the partial answer', async () => {
    const { source, harness, sessionId, send } = running()
    const watch = harness.watch(sessionId)
    await send()
    source.text('kept')
    source.say({ type: 'nonsense' } as never)
    await turn()
    expect(source.signal?.aborted).toBe(true)
    expect(takeAll(watch).slice(-2)).toMatchObject([
      { type: 'run-end', status: 'failed' },
      { type: 'session-sync', running: false, messages: [{ role: 'user' }, { parts: [{ text: 'kept' }] }] },
    ])
    harness.clock.advance(5_000)
    expect(harness.answersOf(sessionId)).toMatchObject([{ status: 'failed', parts: [{ text: 'kept' }] }])
  })
})

describe('one run per session', () => {
  test('a second send is refused with RUN_ACTIVE and stores nothing', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    await expect(send('again')).rejects.toMatchObject({
      code: 'RUN_ACTIVE',
      data: { reason: 'running', sessionId },
    })
    expect(harness.store.readPath(sessionId).messages).toHaveLength(1)
  })

  test('a replacement writes only after the first run is saved', async () => {
    const { source, harness, sessionId, send } = running()
    await send('one')
    source.text('first')
    await source.idle()
    await send('two', 'replace')
    await source.idle()
    await harness.manager.stop(sessionId)
    expect(harness.store.readPath(sessionId).messages).toMatchObject([
      { role: 'user', parts: [{ text: 'one' }] },
      { role: 'assistant', stopReason: 'replaced', parts: [{ text: 'first' }] },
      { role: 'user', parts: [{ text: 'two' }] },
      { role: 'assistant', stopReason: 'user', parts: [] },
    ])
  })

  test('the later of two replacements wins; the earlier gets CANCELLED and stores no message', async () => {
    const { source, harness, sessionId, send } = running()
    await send('one')
    await source.idle()
    const earlier = send('earlier', 'replace')
    const later = send('later', 'replace')
    await expect(earlier).rejects.toMatchObject({ code: 'CANCELLED' })
    await later
    await source.idle()
    await harness.manager.stop(sessionId)
    expect(
      harness.store.readPath(sessionId).messages.filter((message) => message.role === 'user'),
    ).toMatchObject([{ parts: [{ text: 'one' }] }, { parts: [{ text: 'later' }] }])
  })

  test('a replacement cancels a run that has the lease but has not started', async () => {
    const { source, harness, sessionId, send } = running()
    await send('one')
    await source.idle()
    const waiting = send('two', 'replace')
    const stopOnHandOver = harness.leases.onChanged(() => {
      stopOnHandOver()
      harness.leases.holder(sessionId)?.stop('replaced')
    })
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED', data: { reason: 'replaced' } })
    expect(harness.leases.holder(sessionId)).toBeNull()
    expect(harness.store.readPath(sessionId).messages).toHaveLength(2)
  })

  test('a send whose run cannot start releases the lease and stores nothing', async () => {
    const { harness, sessionId, send } = running()
    vi.spyOn(harness.store, 'beginRun').mockImplementation(() => {
      throw storeFull
    })
    await expect(send()).rejects.toMatchObject({ code: 'STORE_FULL' })
    expect(harness.leases.holder(sessionId)).toBeNull()
    expect(harness.store.readPath(sessionId).messages).toEqual([])
  })
})

describe('the watchdogs', () => {
  test('the idle limit ends a silent run, as a timeout and not as a stop', async () => {
    const { source, harness, sessionId, send } = timed({ idleMs: 900_000, wallMs: 0 })
    await send()
    await source.idle()
    harness.clock.advance(600_000)
    source.text('a')
    await source.idle()
    harness.clock.advance(899_999)
    expect(source.signal?.aborted).toBe(false)
    harness.clock.advance(1)
    await turn()
    expect(harness.answersOf(sessionId)).toMatchObject([
      {
        status: 'failed',
        stopReason: 'idle-timeout',
        parts: [{ text: 'a' }, { type: 'error', code: 'TIMEOUT' }],
      },
    ])
  })

  test('the total limit ends a run that takes too long', async () => {
    const { source, harness, sessionId, send } = timed({ idleMs: 0, wallMs: 10_000 })
    await send()
    source.text('a')
    await source.idle()
    harness.clock.advance(10_000)
    await turn()
    expect(harness.answersOf(sessionId)).toMatchObject([{ stopReason: 'wall-timeout' }])
  })

  test('0 disables them, and a finished run leaves only the timer of its kept log', async () => {
    const { source, harness, send } = timed({ idleMs: 0, wallMs: 0 })
    await send()
    source.end()
    await turn()
    expect(harness.clock.pendingTimers).toBe(1)
  })
})

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

describe('durations', () => {
  test('are reported with the first delta, and for reasoning with each delta', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    harness.clock.advance(400)
    source.say({ type: 'reasoning-delta', text: 'Let me ' })
    await source.idle()
    harness.clock.advance(1_100)
    source.say({ type: 'reasoning-delta', text: 'see.' })
    await source.idle()
    harness.clock.advance(500)
    source.text('Yes.')
    source.end()
    await turn()
    expect(harness.answersOf(sessionId)).toMatchObject([
      {
        metrics: { ttftMs: 400, durationMs: 2_000 },
        parts: [{ type: 'reasoning', durationMs: 1_500 }, { type: 'text' }],
      },
    ])
  })

  test('do not count hidden reasoning as the first token, and restart with each stretch of reasoning', async () => {
    const { source, harness, sessionId, send } = running()
    await send()
    await source.idle()
    harness.clock.advance(400)
    source.say({ type: 'reasoning-delta', text: '', providerData: { a: { signature: '1' } } })
    await source.idle()
    harness.clock.advance(100)
    source.say({ type: 'reasoning-delta', text: 'So?' })
    await source.idle()
    source.end()
    await turn()
    expect(harness.answersOf(sessionId)).toMatchObject([
      { metrics: { ttftMs: 500 }, parts: [{ durationMs: 400 }, { durationMs: 100 }] },
    ])
  })
})

describe('regenerating', () => {
  test('adds another version of the answer and keeps the first in the tree', async () => {
    const { source, harness, sessionId, send } = running()
    const { messageId } = await send()
    source.text('one')
    source.end()
    await turn()
    harness.manager.regenerate({ sessionId, messageId })
    source.text('two')
    source.end()
    await turn()
    expect(harness.store.readPath(sessionId).messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', parts: [{ text: 'two' }] },
    ])
    expect(harness.store.getMessage(sessionId, messageId)).toMatchObject({ parts: [{ text: 'one' }] })
  })

  test('with a new text adds another version of the question', async () => {
    const { source, harness, sessionId, send } = running()
    await send('frist')
    source.end()
    await turn()
    const [question] = harness.store.readPath(sessionId).messages
    if (question === undefined) throw new Error('expected a stored question')
    harness.manager.regenerate({ sessionId, messageId: question.id, text: 'first' })
    source.end()
    await turn()
    expect(harness.store.readPath(sessionId).messages).toMatchObject([
      { role: 'user', parentId: null, parts: [{ text: 'first' }] },
      { role: 'assistant' },
    ])
    expect(source.requests.at(-1)?.messages).toHaveLength(1)
  })

  test('uses the model named by the question, also after an edit, or else that of the chat', async () => {
    const { source, harness, sessionId } = running()
    const answered = async (begun: unknown) => {
      await begun
      source.end()
      await turn()
      const [question, answer] = harness.store.readPath(sessionId).messages.slice(-2)
      if (question === undefined || answer === undefined)
        throw new Error('expected a stored question and answer')
      return { question, answer }
    }
    const { manager } = harness
    const named = await answered(manager.send({ sessionId, text: 'You there?', model: 'test/named' }))
    expect(named.question.model).toBe('test/named')
    const again = await answered(manager.regenerate({ sessionId, messageId: named.answer.id }))
    const edited = await answered(
      manager.regenerate({ sessionId, messageId: named.question.id, text: 'You here?' }),
    )
    const other = await answered(
      manager.regenerate({ sessionId, messageId: edited.answer.id, model: 'test/other' }),
    )
    const unnamed = await answered(manager.send({ sessionId, text: 'And you?' }))
    harness.store.updateSession(sessionId, { model: 'test/chosen-since' })
    const chosen = await answered(manager.regenerate({ sessionId, messageId: unnamed.answer.id }))
    const models = [again, edited, other, unnamed, chosen].map(({ answer }) => answer.model)
    expect(models).toEqual(['test/named', 'test/named', 'test/other', 'test/model', 'test/chosen-since'])
    expect(harness.leases.holder(sessionId)).toBeNull()
  })
})

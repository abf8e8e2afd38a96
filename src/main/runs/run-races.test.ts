import { describe, expect, test, vi } from 'vitest'

import { whileIdle } from '../leases/while-idle'
import { createRunHarness, takeAll, turn } from './testing/run-harness'
import { ScriptedSource } from './testing/scripted-source'
import { running, storeFull } from './testing/running'

function timed(timeouts: { idleMs: number; wallMs: number }) {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run, { timeouts })
  const sessionId = harness.newChat()
  return { source, harness, sessionId, send: () => harness.manager.send({ sessionId, text: 'Hi' }) }
}

function fail(): never {
  throw new Error('a faulty listener')
}

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

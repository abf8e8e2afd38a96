import { describe, expect, test } from 'vitest'

import { takeAll } from '../testing/run-harness'
import { queueing } from '../testing/queueing'

describe('changes', () => {
  test('are announced once each when a message is added or starts, and not when the queue is empty', async () => {
    const { harness, sessionId, send, complete, waiting } = queueing()
    const told: string[][] = []
    harness.manager.onQueueChanged(() => told.push(waiting()))
    await send('one')
    harness.manager.resumeQueue(sessionId)
    await send('two')
    await complete('1')
    expect(told).toEqual([['two'], []])
    await complete('2')
    expect(told).toEqual([['two'], []])
  })
})

describe('watchers', () => {
  test('get every change, or only the newest if they are slow', async () => {
    const { harness, sessionId, send, idOf } = queueing()
    await send('one')
    const watch = harness.watch(sessionId)
    takeAll(watch)
    await send('two')
    const id = idOf('two')
    expect(takeAll(watch)).toEqual([
      {
        type: 'queue',
        queue: { messages: [{ id, text: 'two', createdAt: harness.clock.now() }], isHeld: false },
      },
    ])
    harness.manager.editQueued(sessionId, id, 'zwei')
    harness.manager.editQueued(sessionId, id, 'due')
    expect(takeAll(watch)).toMatchObject([{ type: 'queue', queue: { messages: [{ text: 'due' }] } }])
    harness.manager.holdQueue(sessionId)
    expect(takeAll(watch)).toMatchObject([{ type: 'queue', queue: { isHeld: true } }])
    harness.manager.removeQueued(sessionId, id)
    expect(takeAll(watch)).toEqual([{ type: 'queue', queue: { messages: [], isHeld: false } }])
  })

  test('never see an idle chat between two queued messages', async () => {
    const { harness, sessionId, send, complete } = queueing()
    await send('one')
    await send('two')
    const watch = harness.watch(sessionId)
    await complete('1')
    const events = takeAll(watch)
    expect(events.filter(({ type }) => type === 'session-sync')).toMatchObject([
      { running: true, runId: harness.active.get(sessionId)?.spec.runId, queue: { messages: [] } },
    ])
    expect(events.at(-1)?.type).toBe('replay-end')
  })

  test('that attach during an answer get the queue before it ends', async () => {
    const { harness, sessionId, send } = queueing()
    await send('one')
    await send('two')
    const types = takeAll(harness.watch(sessionId)).map(({ type }) => type)
    expect(types).toEqual(['stream-start', 'queue', 'replay-start', 'run-start', 'replay-end'])
  })

  test('that resume a run also learn that the queue is empty', async () => {
    const { harness, sessionId, send, idOf } = queueing()
    const { runId } = await send('one')
    await send('two')
    harness.manager.removeQueued(sessionId, idOf('two'))
    const events = takeAll(harness.watch(sessionId, { runId, seq: 1 }))
    expect(events).toContainEqual({ type: 'queue', queue: { messages: [], isHeld: false } })
  })

  test('of an idle chat get the queue with the stored state', async () => {
    const { source, harness, sessionId, send } = queueing()
    await send('one')
    await send('two')
    await source.idle()
    await harness.manager.stop(sessionId, { holdQueue: true })
    expect(takeAll(harness.watch(sessionId))).toMatchObject([
      { type: 'session-sync', running: false, queue: { messages: [{ text: 'two' }], isHeld: true } },
    ])
  })
})

import { describe, expect, test, vi } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import type { QueuedId } from '../../../shared/ids'
import { messageText } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/limits'
import { AgentTraces } from '../../store/agents/agent-traces'
import { SessionOperations } from '../../store/sessions/session-operations'
import { whileIdle } from '../../leases/while-idle'
import { createRunHarness, takeAll, turn } from '../testing/run-harness'
import { ScriptedSource } from '../testing/scripted-source'

const storeFull = new ParleyError('STORE_FULL', 'The disk is full.')

function queueing() {
  const source = new ScriptedSource()
  const harness = createRunHarness(source.run)
  const sessionId = harness.newChat()
  const send = (text: string, whenBusy: 'reject' | 'queue' | 'replace' = 'queue') =>
    harness.manager.send({ sessionId, text, whenBusy })
  const complete = async (answer: string) => {
    source.text(answer)
    source.end()
    await turn()
  }
  return {
    source,
    harness,
    sessionId,
    send,
    complete,
    waiting: () => harness.queue.of(sessionId).messages.map(({ text }) => text),
    isHeld: () => harness.queue.of(sessionId).isHeld,
    path: () => harness.store.readPath(sessionId).messages.map(messageText),
    idOf: (text: string): QueuedId => {
      const found = harness.queue.of(sessionId).messages.find((message) => message.text === text)
      if (found === undefined) throw new Error(`${text} is not queued`)
      return found.id
    },
  }
}

describe('a message sent with `queue`', () => {
  test('is sent at once if nothing runs and nothing waits', async () => {
    const { send, path, waiting } = queueing()
    expect(await send('one')).not.toHaveProperty('isQueued')
    expect(path()).toEqual(['one'])
    expect(waiting()).toEqual([])
  })

  test('is stored as a message only when its run starts, under the announced ids', async () => {
    const { send, complete, path, waiting, harness, sessionId } = queueing()
    await send('one')
    const promised = await send('two')
    expect(promised).toMatchObject({ isQueued: true })
    expect(path()).toEqual(['one'])
    expect(waiting()).toEqual(['two'])
    await complete('1')
    expect(path()).toEqual(['one', '1', 'two'])
    expect(waiting()).toEqual([])
    expect(harness.active.get(sessionId)?.spec.runId).toBe(promised.runId)
    await complete('2')
    expect(harness.answersOf(sessionId).at(-1)).toMatchObject({
      id: promised.messageId,
      runId: promised.runId,
    })
  })

  test('is sent in order of arrival, even if several arrive together', async () => {
    const { send, complete, path } = queueing()
    await Promise.all(['one', 'two', 'three', 'four'].map((text) => send(text)))
    for (const answer of ['1', '2', '3', '4']) await complete(answer)
    expect(path()).toEqual(['one', '1', 'two', '2', 'three', '3', 'four', '4'])
  })

  test('keeps a lone surrogate', async () => {
    const { source, harness, sessionId, send, complete } = queueing()
    await send('one')
    await harness.manager.send({ sessionId, text: 'half \ud83d of\0one', whenBusy: 'queue' })
    await complete('1')
    await source.idle()
    expect(source.requests.at(-1)).toMatchObject({
      messages: [{}, {}, { parts: [{ text: 'half \ud83d of\0one' }] }],
    })
  })

  test('is refused and not stored if too many wait', async () => {
    const { send, waiting } = queueing()
    await send('one')
    for (let count = 0; count < wireLimits.queuedMessages; count += 1) await send(`more ${count}`)
    await expect(send('too many')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'whenBusy', reason: 'queue-full', count: wireLimits.queuedMessages },
    })
    expect(waiting()).toHaveLength(wireLimits.queuedMessages)
  })

  test('waits for an operation on its chat and starts after it', async () => {
    const { harness, sessionId, send, path, waiting } = queueing()
    const lease = harness.leases.acquire(sessionId, { kind: 'operation', stop: () => {} })
    await send('one')
    expect(waiting()).toEqual(['one'])
    lease.release()
    await turn()
    expect(path()).toEqual(['one'])
  })

  test('does not wait for a background run', async () => {
    const { harness, sessionId, send } = queueing()
    const lease = harness.leases.acquire(sessionId, { kind: 'background', stop: () => lease.release() })
    expect(await send('one')).not.toHaveProperty('isQueued')
  })
})

describe('while it waits', () => {
  test('it can be edited and removed, but not afterwards', async () => {
    const { harness, sessionId, send, complete, path, waiting, idOf } = queueing()
    await send('one')
    await send('tow')
    await send('three')
    const [second, third] = [idOf('tow'), idOf('three')]
    harness.queue.edit(sessionId, second, 'two')
    expect(harness.queue.remove(sessionId, third)).toEqual({ text: 'three' })
    expect(waiting()).toEqual(['two'])
    await complete('1')
    expect(path()).toEqual(['one', '1', 'two'])
    for (const gone of [second, third]) {
      expect(() => harness.queue.edit(sessionId, gone, 'x')).toThrow(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      )
      expect(() => harness.queue.remove(sessionId, gone)).toThrow(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      )
    }
  })

  test('an id cannot be used in another chat', async () => {
    const { harness, send, waiting, idOf } = queueing()
    await send('one')
    await send('two')
    const other = harness.newChat()
    expect(() => harness.queue.remove(other, idOf('two'))).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
    expect(waiting()).toEqual(['two'])
  })
})

describe('when the run ends', () => {
  test('the next message starts at once after a stop', async () => {
    const { source, harness, sessionId, send, path } = queueing()
    await send('one')
    await send('two')
    await source.idle()
    expect(await harness.manager.stop(sessionId)).toMatchObject({ stopped: true })
    expect(path()).toEqual(['one', '', 'two'])
  })

  test('nothing starts after a stop with `holdQueue` until the queue is resumed', async () => {
    const { source, harness, sessionId, send, complete, path, isHeld } = queueing()
    await send('one')
    await send('two')
    await send('three')
    await source.idle()
    await harness.manager.stop(sessionId, { holdQueue: true })
    await turn()
    expect(path()).toEqual(['one', ''])
    expect(isHeld()).toBe(true)
    harness.queue.resume(sessionId)
    expect(isHeld()).toBe(false)
    await complete('2')
    await complete('3')
    expect(path()).toEqual(['one', '', 'two', '2', 'three', '3'])
  })

  test('a failure holds the queue, and new messages wait at its end', async () => {
    const { source, harness, sessionId, send, path, waiting, isHeld } = queueing()
    await send('one')
    await send('two')
    source.fail(new ParleyError('PROVIDER_OVERLOADED', 'Busy.'))
    await turn()
    expect(path()).toEqual(['one', ''])
    expect(isHeld()).toBe(true)
    expect(await send('three')).toMatchObject({ isQueued: true })
    expect(waiting()).toEqual(['two', 'three'])
    expect(harness.leases.holder(sessionId)).toBeNull()
  })

  test('a plain message precedes a held queue, and the queue stays held after it', async () => {
    const { source, harness, sessionId, send, complete, path, waiting, isHeld } = queueing()
    await send('one')
    await send('two')
    await source.idle()
    await harness.manager.stop(sessionId, { holdQueue: true })
    await send('between', 'reject')
    await complete('b')
    expect(path()).toEqual(['one', '', 'between', 'b'])
    expect([waiting(), isHeld()]).toEqual([['two'], true])
  })

  test('a held queue that was emptied does not hold later messages', async () => {
    const { source, harness, sessionId, send, complete, path, idOf, isHeld } = queueing()
    await send('one')
    await send('two')
    await source.idle()
    await harness.manager.stop(sessionId, { holdQueue: true })
    harness.queue.remove(sessionId, idOf('two'))
    expect(isHeld()).toBe(false)
    await send('three')
    await send('four')
    await complete('3')
    expect(path()).toEqual(['one', '', 'three', '3', 'four'])
  })

  test('a replacement runs before the queue', async () => {
    const { source, send, complete, path } = queueing()
    await send('one')
    await send('two')
    await source.idle()
    await send('now', 'replace')
    expect(path()).toEqual(['one', '', 'now'])
    await complete('n')
    await complete('2')
    expect(path()).toEqual(['one', '', 'now', 'n', 'two', '2'])
  })

  test('a replacement that fails does not block the queue', async () => {
    const { source, harness, sessionId, send, path } = queueing()
    await send('one')
    await send('two')
    await source.idle()
    const controller = new AbortController()
    const replacing = harness.manager.send({ sessionId, text: 'now', whenBusy: 'replace' }, controller.signal)
    controller.abort()
    await expect(replacing).rejects.toMatchObject({ code: 'CANCELLED' })
    await turn()
    expect(path()).toEqual(['one', '', 'two'])
  })

  test('a queue resumed during a run continues after it', async () => {
    const { source, harness, sessionId, send, complete, path } = queueing()
    await send('one')
    await send('two')
    await source.idle()
    await harness.manager.stop(sessionId, { holdQueue: true })
    await send('between', 'reject')
    harness.queue.resume(sessionId)
    expect(path()).toEqual(['one', '', 'between'])
    await complete('b')
    expect(path()).toEqual(['one', '', 'between', 'b', 'two'])
  })
})

describe('a start that fails', () => {
  test('keeps the message in the queue, holds the queue and frees the chat', async () => {
    const { harness, sessionId, send, complete, path, waiting, isHeld } = queueing()
    await send('one')
    await send('two')
    const full = vi.spyOn(harness.store, 'beginRun').mockImplementation(() => {
      throw storeFull
    })
    await complete('1')
    expect([path(), waiting(), isHeld()]).toEqual([['one', '1'], ['two'], true])
    expect(harness.leases.holder(sessionId)).toBeNull()
    expect(harness.reported).toEqual([{ level: 'warning', source: 'queue', error: storeFull }])

    expect(() => harness.queue.resume(sessionId)).toThrow(storeFull)
    expect([waiting(), isHeld()]).toEqual([['two'], true])
    full.mockRestore()
    harness.queue.resume(sessionId)
    expect([path(), waiting()]).toEqual([['one', '1', 'two'], []])
  })

  test('includes a missing provider and an app that accepts no runs', async () => {
    const { harness, sessionId, send, complete, waiting, isHeld } = queueing()
    await send('one')
    await send('two')
    harness.store.updateSession(sessionId, { model: 'gone/model' })
    await complete('1')
    expect([waiting(), isHeld()]).toEqual([['two'], true])
    harness.store.updateSession(sessionId, { model: 'test/model' })
    harness.starter.shut(new Error('broken'))
    expect(() => harness.queue.resume(sessionId)).toThrow(expect.objectContaining({ code: 'DEGRADED' }))
    expect([waiting(), isHeld()]).toEqual([['two'], true])
  })

  test('stores the question and takes it out of the queue together, or neither', async () => {
    const { harness, send, complete, path, waiting } = queueing()
    await send('one')
    await send('two')
    vi.spyOn(harness.store, 'beginRun').mockImplementationOnce((...input) => {
      vi.restoreAllMocks()
      harness.store.beginRun(...input)
      throw storeFull
    })
    await complete('1')
    expect([path(), waiting()]).toEqual([['one', '1'], ['two']])
    expect(harness.openRunCount()).toBe(0)
  })
})

describe('deleting', () => {
  test('starts nothing from the queue, and restoring brings it back held', async () => {
    const { source, harness, sessionId, send, path, waiting, isHeld } = queueing()
    await send('one')
    await send('two')
    await source.idle()
    await whileIdle(harness.leases, sessionId, 'user', () => harness.store.deleteSession(sessionId))
    await turn()
    expect(harness.active.list()).toEqual([])
    expect(() => harness.queue.resume(sessionId)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    harness.store.restoreSession(sessionId)
    await turn()
    expect([path(), waiting(), isHeld()]).toEqual([['one', ''], ['two'], true])
    expect(harness.reported).toEqual([])
    harness.queue.resume(sessionId)
    expect(path()).toEqual(['one', '', 'two'])
  })
})

describe('quitting', () => {
  test('starts nothing and keeps the queue', async () => {
    const { source, harness, send, path, waiting } = queueing()
    await send('one')
    await send('two')
    await source.idle()
    await harness.manager.close()
    await turn()
    expect([path(), waiting()]).toEqual([['one', ''], ['two']])
    expect(harness.reported).toEqual([])
  })
})

describe('the attachments and model of a message', () => {
  const file = {
    type: 'attachment' as const,
    attachmentId: 'a'.repeat(64),
    name: 'notes.txt',
    mediaType: 'text/plain',
    sizeBytes: 5,
  }

  test('wait with it, are returned with it and are part of its run', async () => {
    const { harness, sessionId, send, complete, idOf } = queueing()
    await send('one')
    const more = { attachments: [file], model: 'test/other', whenBusy: 'queue' as const }
    await harness.manager.send({ sessionId, text: 'two', ...more })
    await harness.manager.send({ sessionId, text: 'three', ...more })
    await send('plain')
    expect(harness.queue.of(sessionId).messages).toMatchObject([
      { text: 'two', attachments: [file], model: 'test/other' },
      { text: 'three', attachments: [file], model: 'test/other' },
      { text: 'plain' },
    ])
    const plain = harness.queue.of(sessionId).messages[2]
    expect(Object.keys(plain ?? {})).toEqual(['id', 'text', 'createdAt'])
    expect(harness.queue.remove(sessionId, idOf('three'))).toEqual({ text: 'three', attachments: [file] })
    expect(Object.keys(harness.queue.remove(sessionId, idOf('plain')))).toEqual(['text'])
    await complete('1')
    expect(harness.active.get(sessionId)?.spec.model).toBe('test/other')
    expect(harness.leases.holder(sessionId)?.kind).toBe('detached')
    expect(harness.store.readPath(sessionId).messages.at(-1)?.parts).toEqual([
      file,
      { type: 'text', text: 'two' },
    ])
  })
})

async function heldQueue() {
  const opened = queueing()
  await opened.send('one')
  await opened.send('two')
  await opened.source.idle()
  await opened.harness.manager.stop(opened.sessionId, { holdQueue: true })
  return opened
}

describe('a queue that is held', () => {
  test('stays held when messages are added', async () => {
    const { send, isHeld, waiting } = await heldQueue()
    await send('three')
    expect([waiting(), isHeld()]).toEqual([['two', 'three'], true])
  })

  test('announces that it was resumed while something else runs', async () => {
    const { harness, sessionId } = await heldQueue()
    const held: boolean[] = []
    harness.leases.acquire(sessionId, { kind: 'operation', stop: () => {} })
    harness.queue.onChanged((id) => held.push(harness.queue.of(id).isHeld))
    harness.queue.resume(sessionId)
    expect(held).toEqual([false])
  })

  test('of a deleted chat can be neither edited nor emptied', async () => {
    const { harness, sessionId, idOf, waiting } = await heldQueue()
    const id = idOf('two')
    harness.store.deleteSession(sessionId)
    const notFound = expect.objectContaining({ code: 'NOT_FOUND' })
    expect(() => harness.queue.edit(sessionId, id, 'x')).toThrow(notFound)
    expect(() => harness.queue.remove(sessionId, id)).toThrow(notFound)
    expect(() => harness.queue.resume(sessionId)).toThrow(notFound)
    expect(waiting()).toEqual(['two'])
  })
})

test('the queue of a missing chat cannot be resumed', () => {
  const { harness } = queueing()
  expect(() => harness.queue.resume('nobody' as never)).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  )
})

describe('changes', () => {
  test('are announced once each when a message is added or starts, and not when the queue is empty', async () => {
    const { harness, sessionId, send, complete, waiting } = queueing()
    const told: string[][] = []
    harness.queue.onChanged(() => told.push(waiting()))
    await send('one')
    harness.queue.resume(sessionId)
    await send('two')
    await complete('1')
    expect(told).toEqual([['two'], []])
    await complete('2')
    expect(told).toEqual([['two'], []])
  })
})

test('a run that was not ended by its user holds the queue', async () => {
  const { source, harness, sessionId, send, waiting, isHeld } = queueing()
  await send('one')
  await send('two')
  await source.idle()
  await harness.active.get(sessionId)?.stop('shutdown')
  await turn()
  expect([waiting(), isHeld()]).toEqual([['two'], true])
})

test('a chat that cannot be read when its next message is due is reported, and its queue held', async () => {
  const { harness, send, complete, waiting, isHeld } = queueing()
  await send('one')
  await send('two')
  const damaged = new ParleyError('STORE_DAMAGED', 'The database is damaged.')
  const reading = vi.spyOn(harness.store, 'getSession').mockImplementation(() => {
    throw damaged
  })
  await complete('1')
  reading.mockRestore()
  expect(harness.reported).toEqual([{ level: 'warning', source: 'queue', error: damaged }])
  expect([waiting(), isHeld()]).toEqual([['two'], true])
})

describe('the chat itself', () => {
  test('can be undone while its queue is held, without changing the queue', async () => {
    const { source, harness, sessionId, send, path, waiting, isHeld } = queueing()
    await send('one')
    await send('two')
    await source.idle()
    await harness.manager.stop(sessionId, { holdQueue: true })
    const { store, leases, database } = harness
    const traces = new AgentTraces(database)
    new SessionOperations({ store, leases, copies: {} as never, traces }).undo(sessionId)
    await turn()
    expect([path(), waiting(), isHeld()]).toEqual([[], ['two'], true])
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
    harness.queue.edit(sessionId, id, 'zwei')
    harness.queue.edit(sessionId, id, 'due')
    expect(takeAll(watch)).toMatchObject([{ type: 'queue', queue: { messages: [{ text: 'due' }] } }])
    harness.queue.hold(sessionId)
    expect(takeAll(watch)).toMatchObject([{ type: 'queue', queue: { isHeld: true } }])
    harness.queue.remove(sessionId, id)
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
    harness.queue.remove(sessionId, idOf('two'))
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

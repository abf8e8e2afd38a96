import { describe, expect, test, vi } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { AgentTraces } from '../../store/agents/agent-turns'
import { SessionOperations } from '../../store/sessions/session-operations'
import { whileIdle } from '../../leases/while-idle'
import { turn } from '../testing/run-harness'
import { queueing } from '../testing/queueing'

const storeFull = new ParleyError('STORE_FULL', 'The disk is full.')

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
  test('the message can be edited and removed, but not afterwards', async () => {
    const { harness, sessionId, send, complete, path, waiting, idOf } = queueing()
    await send('one')
    await send('tow')
    await send('three')
    const [second, third] = [idOf('tow'), idOf('three')]
    harness.manager.editQueued(sessionId, second, 'two')
    expect(harness.manager.removeQueued(sessionId, third)).toEqual({ text: 'three' })
    expect(waiting()).toEqual(['two'])
    await complete('1')
    expect(path()).toEqual(['one', '1', 'two'])
    for (const gone of [second, third]) {
      expect(() => harness.manager.editQueued(sessionId, gone, 'x')).toThrow(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      )
      expect(() => harness.manager.removeQueued(sessionId, gone)).toThrow(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      )
    }
  })

  test('an id cannot be used in another chat', async () => {
    const { harness, send, waiting, idOf } = queueing()
    await send('one')
    await send('two')
    const other = harness.newChat()
    expect(() => harness.manager.removeQueued(other, idOf('two'))).toThrow(
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
    harness.manager.resumeQueue(sessionId)
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
    harness.manager.removeQueued(sessionId, idOf('two'))
    expect(isHeld()).toBe(false)
    harness.manager.resumeQueue(sessionId)
    await turn()
    expect(harness.reported).toEqual([])
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
    harness.manager.resumeQueue(sessionId)
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

    expect(() => harness.manager.resumeQueue(sessionId)).toThrow(storeFull)
    expect([waiting(), isHeld()]).toEqual([['two'], true])
    full.mockRestore()
    harness.manager.resumeQueue(sessionId)
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
    expect(() => harness.manager.resumeQueue(sessionId)).toThrow(
      expect.objectContaining({ code: 'DEGRADED' }),
    )
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
    expect(() => harness.manager.resumeQueue(sessionId)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
    harness.store.restoreSession(sessionId)
    await turn()
    expect([path(), waiting(), isHeld()]).toEqual([['one', ''], ['two'], true])
    expect(harness.reported).toEqual([])
    harness.manager.resumeQueue(sessionId)
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
    expect(harness.manager.queueOf(sessionId).messages).toMatchObject([
      { text: 'two', attachments: [file], model: 'test/other' },
      { text: 'three', attachments: [file], model: 'test/other' },
      { text: 'plain' },
    ])
    const plain = harness.manager.queueOf(sessionId).messages[2]
    expect(Object.keys(plain ?? {})).toEqual(['id', 'text', 'createdAt'])
    expect(harness.manager.removeQueued(sessionId, idOf('three'))).toEqual({
      text: 'three',
      attachments: [file],
    })
    expect(Object.keys(harness.manager.removeQueued(sessionId, idOf('plain')))).toEqual(['text'])
    await complete('1')
    expect(harness.active.get(sessionId)?.spec.model).toBe('test/other')
    expect(harness.leases.holder(sessionId)?.kind).toBe('detached')
    expect(harness.store.readPath(sessionId).messages.at(-1)?.parts).toEqual([
      file,
      { type: 'text', text: 'two' },
    ])
  })
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
    new SessionOperations({ store, leases, copies: {} as never, edits: {} as never, traces }).undo(sessionId)
    await turn()
    expect([path(), waiting(), isHeld()]).toEqual([[], ['two'], true])
  })
})

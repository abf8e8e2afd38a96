import { describe, expect, test, vi } from 'vitest'

import { ParleyError } from '../../../shared/errors'
import { turn } from '../testing/run-harness'
import { queueing } from '../testing/queueing'

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
    harness.manager.onQueueChanged((id) => held.push(harness.manager.queueOf(id).isHeld))
    harness.manager.resumeQueue(sessionId)
    expect(held).toEqual([false])
  })

  test('of a deleted chat can be neither edited nor emptied', async () => {
    const { harness, sessionId, idOf, waiting } = await heldQueue()
    const id = idOf('two')
    harness.store.deleteSession(sessionId)
    const notFound = expect.objectContaining({ code: 'NOT_FOUND' })
    expect(() => harness.manager.editQueued(sessionId, id, 'x')).toThrow(notFound)
    expect(() => harness.manager.removeQueued(sessionId, id)).toThrow(notFound)
    expect(() => harness.manager.resumeQueue(sessionId)).toThrow(notFound)
    expect(waiting()).toEqual(['two'])
  })
})

test('the queue of a missing chat cannot be resumed', () => {
  const { harness } = queueing()
  expect(() => harness.manager.resumeQueue('nobody' as never)).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  )
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

import { getEventListeners } from 'node:events'

import { expect, test } from 'vitest'

import type { StopReason } from '../../shared/sessions/messages'
import { type Lease, type LeaseHolder, SessionLeases } from './session-leases'
import { asSession } from '../store/testing/test-store'

const session = asSession('s')
const other = asSession('other')

interface TestHolder extends LeaseHolder {
  readonly name: string
  readonly stops: StopReason[]
}

/** Records the stop requests it gets, then does what the test wants. */
function holder(
  name: string,
  onStop: () => void = () => {},
  kind: LeaseHolder['kind'] = 'detached',
): TestHolder {
  const stops: StopReason[] = []
  return {
    name,
    kind,
    stops,
    stop(reason) {
      stops.push(reason)
      onStop()
    },
  }
}

const refused = expect.objectContaining({
  code: 'RUN_ACTIVE',
  data: { reason: 'running', sessionId: session },
})
const cancelled = expect.objectContaining({ code: 'CANCELLED', data: { reason: 'not-begun' } })

test('grants one lease per session, and each session independently', () => {
  const leases = new SessionLeases()
  const first = holder('first')
  const lease = leases.acquire(session, first)
  expect(lease.sessionId).toBe(session)
  expect(leases.holder(session)).toBe(first)
  expect(() => leases.acquire(session, holder('second'))).toThrow(refused)
  leases.acquire(other, holder('elsewhere')).release()
  lease.release()
  expect(leases.holder(session)).toBeNull()
  leases.acquire(session, holder('third'))
})

test('a background run is preempted at once and does not count as busy', () => {
  const leases = new SessionLeases()
  const held: { lease?: Lease } = {}
  const background = holder('background', () => held.lease?.release(), 'background')
  held.lease = leases.acquire(session, background)
  expect(leases.isBusy(session)).toBe(false)
  leases.assertFree(session)
  const first = holder('first')
  leases.acquire(session, first)
  expect(background.stops).toEqual(['replaced'])
  expect(leases.holder(session)).toBe(first)
})

test('refuses an operation that needs a free session while someone holds it', () => {
  const leases = new SessionLeases()
  const lease = leases.acquire(session, holder('first'))
  expect(() => leases.assertFree(session)).toThrow(refused)
  lease.release()
  leases.assertFree(session)
})

test('releasing an old lease does not release a newer one', () => {
  const leases = new SessionLeases()
  const first = leases.acquire(session, holder('first'))
  first.release()
  const second = holder('second')
  leases.acquire(session, second)
  first.release()
  expect(leases.holder(session)).toBe(second)
})

test('grants a take-over of a free session at once', async () => {
  const leases = new SessionLeases()
  const first = holder('first')
  const granted = leases.takeOver(session, first)
  expect(leases.holder(session)).toBe(first)
  ;(await granted).release()
})

test('a take-over asks the holder to stop and gets the lease as soon as it is released', async () => {
  const leases = new SessionLeases()
  const first = holder('first')
  const lease = leases.acquire(session, first)
  const second = holder('second')
  const granted = leases.takeOver(session, second)
  expect(first.stops).toEqual(['replaced'])
  expect(leases.holder(session)).toBe(first)
  lease.release()
  // Synchronously, before any awaited promise resolves: nobody can acquire it in between.
  expect(leases.holder(session)).toBe(second)
  expect(() => leases.acquire(session, holder('sneak'))).toThrow(refused)
  ;(await granted).release()
  expect(leases.holder(session)).toBeNull()
})

test('a holder may release synchronously when asked to stop', async () => {
  const leases = new SessionLeases()
  const held: { lease?: Lease } = {}
  held.lease = leases.acquire(
    session,
    holder('first', () => held.lease?.release()),
  )
  const second = holder('second')
  const granted = leases.takeOver(session, second)
  expect(leases.holder(session)).toBe(second)
  ;(await granted).release()
})

test('the last of several take-overs wins and cancels the others', async () => {
  const leases = new SessionLeases()
  const first = holder('first')
  const lease = leases.acquire(session, first)
  const waits = [2, 3, 4].map((name) => leases.takeOver(session, holder(`${name}`)))
  const settled = Promise.allSettled(waits)
  lease.release()
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  await expect(waits[0]).rejects.toEqual(cancelled)
  expect(first.stops).toEqual(['replaced', 'replaced', 'replaced'])
  expect(leases.holder(session)).toMatchObject({ name: '4' })
})

test('a granted take-over can itself be taken over', async () => {
  const leases = new SessionLeases()
  const lease = leases.acquire(session, holder('first'))
  const second = holder('second')
  const secondGranted = leases.takeOver(session, second)
  lease.release()
  const third = holder('third')
  const thirdGranted = leases.takeOver(session, third)
  expect(second.stops).toEqual(['replaced'])
  ;(await secondGranted).release()
  expect(leases.holder(session)).toBe(third)
  ;(await thirdGranted).release()
})

test('an aborted take-over leaves the queue, and the next one gets the lease', async () => {
  const leases = new SessionLeases()
  const lease = leases.acquire(session, holder('first'))
  const abort = new AbortController()
  const waiting = leases.takeOver(session, holder('second'), abort.signal)
  abort.abort()
  await expect(waiting).rejects.toEqual(cancelled)
  lease.release()
  expect(leases.holder(session)).toBeNull()
})

test('a take-over that was aborted before it began stops no run', async () => {
  const leases = new SessionLeases()
  const first = holder('first')
  leases.acquire(session, first)
  await expect(leases.takeOver(session, holder('second'), AbortSignal.abort())).rejects.toEqual(cancelled)
  expect(first.stops).toEqual([])
})

test('aborting after the grant changes nothing and leaves no listener', async () => {
  const leases = new SessionLeases()
  const lease = leases.acquire(session, holder('first'))
  const abort = new AbortController()
  const second = holder('second')
  const granted = leases.takeOver(session, second, abort.signal)
  lease.release()
  expect(getEventListeners(abort.signal, 'abort')).toEqual([])
  abort.abort()
  await granted
  expect(leases.holder(session)).toBe(second)
})

test('ending a session stops its run with the given reason and blocks everyone until it is done', async () => {
  const leases = new SessionLeases()
  const first = holder('first')
  const lease = leases.acquire(session, first)
  const ending = holder('ending')
  const granted = leases.stopAndTake(session, ending, 'user')
  expect(first.stops).toEqual(['user'])
  expect(() => leases.acquire(session, holder('late'))).toThrow(refused)
  await expect(leases.takeOver(session, holder('late'))).rejects.toEqual(refused)
  lease.release()
  expect(leases.holder(session)).toBe(ending)
  await expect(leases.takeOver(session, holder('late'))).rejects.toEqual(refused)
  expect(ending.stops).toEqual([])
  ;(await granted).release()
  leases.acquire(session, holder('after')).release()
})

test('ending a session cancels a waiting take-over', async () => {
  const leases = new SessionLeases()
  const lease = leases.acquire(session, holder('first'))
  const replacing = leases.takeOver(session, holder('second'))
  const ending = holder('ending')
  const granted = leases.stopAndTake(session, ending, 'user')
  await expect(replacing).rejects.toEqual(cancelled)
  lease.release()
  expect(leases.holder(session)).toBe(ending)
  ;(await granted).release()
})

test('serves two that end the same session one after the other', async () => {
  const leases = new SessionLeases()
  const lease = leases.acquire(session, holder('first'))
  const order: string[] = []
  const ends = ['one', 'two'].map(async (name) => {
    const granted = await leases.stopAndTake(session, holder(name), 'user')
    order.push(name)
    granted.release()
  })
  lease.release()
  await Promise.all(ends)
  expect(order).toEqual(['one', 'two'])
  expect(leases.holder(session)).toBeNull()
})

test('an aborted end leaves the queue and opens the session again', async () => {
  const leases = new SessionLeases()
  const lease = leases.acquire(session, holder('first'))
  const abort = new AbortController()
  const ending = leases.stopAndTake(session, holder('ending'), 'user', abort.signal)
  abort.abort()
  await expect(ending).rejects.toEqual(cancelled)
  const next = leases.takeOver(session, holder('next'))
  lease.release()
  ;(await next).release()
})

test('notifies listeners after each grant, hand-over and release', async () => {
  const leases = new SessionLeases()
  const names: (string | null)[] = []
  const unsubscribe = leases.onChanged((id) => {
    const present = leases.holder(id)
    names.push(present === null ? null : (present as TestHolder).name)
  })
  const lease = leases.acquire(session, holder('first'))
  const granted = leases.takeOver(session, holder('second'))
  lease.release()
  ;(await granted).release()
  unsubscribe()
  leases.acquire(session, holder('untold'))
  expect(names).toEqual(['first', 'second', null])
})

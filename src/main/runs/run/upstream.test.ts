import { expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { turn } from '../testing/run-harness'
import { Upstream } from './upstream'

function openUpstream() {
  const clock = createManualClock(0)
  return { clock, upstream: new Upstream(clock) }
}

test('an upstream that was gone before anyone asked is known by when it went', async () => {
  const { clock, upstream } = openUpstream()
  upstream.opened()
  clock.advance(5)
  upstream.closed()
  clock.advance(5)
  expect(await upstream.whenClosed(100)).toBe(5)
})

test('of two upstreams the last one counts', async () => {
  const { clock, upstream } = openUpstream()
  upstream.opened()
  upstream.opened()
  const closed = upstream.whenClosed(100)
  clock.advance(10)
  upstream.closed()
  // Whoever waits is not told of the first one.
  await turn()
  clock.advance(10)
  upstream.closed()
  expect(await closed).toBe(20)
  expect(clock.pendingTimers).toBe(0)
})

test('one that was opened again is still there when the time is up', async () => {
  const { clock, upstream } = openUpstream()
  upstream.opened()
  upstream.closed()
  upstream.opened()
  const closed = upstream.whenClosed(100)
  clock.advance(100)
  expect(await closed).toBeNull()
})

test.each([0, -1])('with %i ms left nobody waits', async (leftMs) => {
  const { clock, upstream } = openUpstream()
  upstream.opened()
  const closed = upstream.whenClosed(leftMs)
  expect(clock.pendingTimers).toBe(0)
  expect(await closed).toBeNull()
})

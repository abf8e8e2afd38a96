import { expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { turn } from '../testing/run-harness'
import { Upstream } from './upstream'

function openUpstream() {
  const clock = createManualClock(0)
  return { clock, upstream: new Upstream(clock) }
}

test('remembers when an upstream closed before anything waited', async () => {
  const { clock, upstream } = openUpstream()
  upstream.opened()
  clock.advance(5)
  upstream.closed()
  clock.advance(5)
  expect(await upstream.whenClosed(100)).toBe(5)
})

test('reports the close of the last of two upstreams', async () => {
  const { clock, upstream } = openUpstream()
  upstream.opened()
  upstream.opened()
  const closed = upstream.whenClosed(100)
  clock.advance(10)
  upstream.closed()
  // Closing the first one does not resolve the wait.
  await turn()
  clock.advance(10)
  upstream.closed()
  expect(await closed).toBe(20)
  expect(clock.pendingTimers).toBe(0)
})

test('reports a reopened upstream as open when the time is up', async () => {
  const { clock, upstream } = openUpstream()
  upstream.opened()
  upstream.closed()
  upstream.opened()
  const closed = upstream.whenClosed(100)
  clock.advance(100)
  expect(await closed).toBeNull()
})

test.each([0, -1])('with %i ms left does not wait', async (leftMs) => {
  const { clock, upstream } = openUpstream()
  upstream.opened()
  const closed = upstream.whenClosed(leftMs)
  expect(clock.pendingTimers).toBe(0)
  expect(await closed).toBeNull()
})

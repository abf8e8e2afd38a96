import { expect, test } from 'vitest'

import type { Clock } from '../../base/clock'
import { createSkewedClock } from '../../base/clock'
import { createManualClock } from '../../base/testing/manual-clock'
import { watchNetwork } from './network-watch'

/** A watched connection to another computer, on a clock that the test moves. */
function watched(remoteAddress = '192.0.2.1') {
  const manual = createManualClock()
  const clock = createSkewedClock(manual)
  const addresses = new Set(['192.0.2.77'])
  const state = { isAnswered: false, deaths: [] as (string | undefined)[] }
  const end = watchNetwork(
    { localAddress: '::ffff:192.0.2.77', remoteAddress },
    {
      clock: clock satisfies Clock,
      isAnswered: () => state.isAnswered,
      onDead: ({ code }) => state.deaths.push(code),
      ownAddresses: () => addresses,
    },
  )
  return { manual, clock, addresses, state, end }
}

test('a request that was on its way while the computer slept is given a minute', () => {
  const { manual, clock, state } = watched()
  manual.advance(600_000)
  expect(state.deaths).toEqual([])
  clock.skew(3_600_000)
  manual.advance(60_000)
  expect(state.deaths).toEqual([])
  manual.advance(10_000)
  expect(state.deaths).toEqual(['ETIMEDOUT'])
  expect(manual.pendingTimers).toBe(0)
})

test('an answer that has begun is left to the keep-alive probes after a sleep', () => {
  const { manual, clock, state, end } = watched()
  state.isAnswered = true
  clock.skew(3_600_000)
  manual.advance(600_000)
  expect(state.deaths).toEqual([])
  end()
  expect(manual.pendingTimers).toBe(0)
})

test('a connection ends when this computer no longer has its address, but not if it gets it back', () => {
  const { manual, addresses, state } = watched()
  addresses.clear()
  manual.advance(20_000)
  addresses.add('192.0.2.77')
  manual.advance(10_000)
  addresses.clear()
  manual.advance(20_000)
  expect(state.deaths).toEqual([])
  manual.advance(10_000)
  expect(state.deaths).toEqual(['ETIMEDOUT'])
})

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'a server on this computer is not watched: %s',
  (address) => {
    expect(watched(address).manual.pendingTimers).toBe(0)
  },
)

import { expect, test } from 'vitest'

import type { WindowId } from '../../shared/ids'
import { createManualClock } from '../base/testing/manual-clock'
import type { CheckOutcome } from './check-runner'
import { WindowMonitor } from './window-monitor'

const one = 'window-1' as WindowId
const two = 'window-2' as WindowId
const overdue: CheckOutcome = {
  status: 'failing',
  detail: 'the last window disconnected unexpectedly and did not reconnect: window-1',
}

function setUp() {
  const clock = createManualClock()
  const monitor = new WindowMonitor(clock)
  const check = monitor.check()
  const outcomes: CheckOutcome['status'][] = []
  check.onOutcome?.((outcome) => outcomes.push(outcome.status))
  const attach = (windowId: WindowId) => monitor.attach(windowId, (pingId) => monitor.pong(windowId, pingId))
  return { clock, monitor, check, outcomes, attach }
}

/** By then everything has been answered that waits for nothing. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a last window whose process died is not taken for one that was closed', async () => {
  const { clock, check, outcomes, attach } = setUp()
  attach(one)('lost')
  clock.advance(299)
  expect(outcomes).toEqual(['ok', 'n/a'])
  clock.advance(1)
  expect(outcomes).toEqual(['ok', 'n/a', 'failing'])
  expect(await check.run()).toEqual(overdue)
})

test('a window that is closed does not leave a degraded app behind', async () => {
  const { clock, check, outcomes, attach } = setUp()
  attach(one)('left')
  clock.advance(60_000)
  expect(outcomes).toEqual(['ok', 'n/a'])
  expect(await check.run()).toEqual({ status: 'n/a', detail: 'no window is attached' })
})

test('a page that is reloaded, or whose connection was cut, is no failure when it is back in time', async () => {
  const { clock, check, outcomes, attach } = setUp()
  attach(one)('lost')
  clock.advance(299)
  attach(two)
  clock.advance(1_000)
  expect(outcomes).toEqual(['ok', 'n/a', 'ok'])
  expect(await check.run()).toEqual({ status: 'ok', detail: '1 attached, all answer' })
})

test('a window that comes back late ends the failure', async () => {
  const { clock, check, outcomes, attach } = setUp()
  attach(one)('lost')
  clock.advance(10_000)
  attach(two)
  expect(outcomes).toEqual(['ok', 'n/a', 'failing', 'ok'])
  expect((await check.run()).status).toBe('ok')
})

test('one of two windows that is lost does not degrade what the other one is well with', async () => {
  const { clock, check, outcomes, attach } = setUp()
  const lose = attach(one)
  attach(two)
  lose('lost')
  clock.advance(1_000)
  expect(outcomes).toEqual(['ok', 'ok', 'ok'])
  expect(await check.run()).toEqual({ status: 'ok', detail: '1 attached, all answer' })
})

test('an earlier loss is not held against a window that then took its leave', async () => {
  const { clock, check, attach } = setUp()
  const lose = attach(one)
  const leave = attach(two)
  lose('lost')
  leave('left')
  clock.advance(1_000)
  expect((await check.run()).status).toBe('n/a')
})

test('who asks during the grace is not told that all is well, but waits for what comes of it', async () => {
  const { clock, check, attach } = setUp()
  attach(one)('lost')
  const gone = check.run()
  await nextTurn()
  clock.advance(300)
  expect(await gone).toEqual(overdue)

  attach(two)('lost')
  const back = check.run()
  await nextTurn()
  clock.advance(200)
  attach(one)
  expect((await back).status).toBe('ok')
})

test('a window that is lost while it is being asked is waited for by the same question', async () => {
  const { clock, monitor, check } = setUp()
  const lose = monitor.attach(one, () => {})
  const answer = check.run()
  clock.advance(400)
  lose('lost')
  await nextTurn()
  clock.advance(300)
  expect(await answer).toEqual(overdue)
})

test('what a host says of its window takes the place of the loss, and null of both', async () => {
  const { clock, monitor, check, outcomes, attach } = setUp()
  attach(one)('lost')
  clock.advance(300)
  monitor.reportProblem({ kind: 'render-process-gone', reason: 'crashed' })
  expect(await check.run()).toEqual({ status: 'failing', detail: "the window's process ended: crashed" })
  monitor.reportProblem(null)
  expect(await check.run()).toEqual({ status: 'n/a', detail: 'no window is attached' })
  expect(outcomes).toEqual(['ok', 'n/a', 'failing', 'failing', 'n/a'])
})

test('a loss that is forgotten within its grace does not strike afterwards', () => {
  const { clock, monitor, outcomes, attach } = setUp()
  attach(one)('lost')
  monitor.reportProblem(null)
  clock.advance(1_000)
  expect(outcomes).toEqual(['ok', 'n/a', 'n/a'])
  expect(clock.pendingTimers).toBe(0)
})

test('an app that ends during the grace leaves neither a timer nor somebody who waits', async () => {
  const { clock, monitor, check, attach } = setUp()
  attach(one)('lost')
  const answer = check.run()
  monitor.dispose()
  expect((await answer).status).toBe('n/a')
  expect(clock.pendingTimers).toBe(0)
})

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

/** By then, everything that waits for nothing has settled. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('does not treat a last window whose process died as closed', async () => {
  const { clock, check, outcomes, attach } = setUp()
  attach(one)('lost')
  clock.advance(299)
  expect(outcomes).toEqual(['ok', 'n/a'])
  clock.advance(1)
  expect(outcomes).toEqual(['ok', 'n/a', 'failing'])
  expect(await check.run()).toEqual(overdue)
})

test('does not stay degraded after a window closes', async () => {
  const { clock, check, outcomes, attach } = setUp()
  attach(one)('left')
  clock.advance(60_000)
  expect(outcomes).toEqual(['ok', 'n/a'])
  expect(await check.run()).toEqual({ status: 'n/a', detail: 'no window is attached' })
})

test('a reload or a cut connection is no failure when the window is back in time', async () => {
  const { clock, check, outcomes, attach } = setUp()
  attach(one)('lost')
  clock.advance(299)
  attach(two)
  clock.advance(1_000)
  expect(outcomes).toEqual(['ok', 'n/a', 'ok'])
  expect(await check.run()).toEqual({ status: 'ok', detail: '1 attached, all answer' })
})

test('clears the failure when a lost window comes back late', async () => {
  const { clock, check, outcomes, attach } = setUp()
  attach(one)('lost')
  clock.advance(10_000)
  attach(two)
  expect(outcomes).toEqual(['ok', 'n/a', 'failing', 'ok'])
  expect((await check.run()).status).toBe('ok')
})

test('losing one of two windows does not degrade the app', async () => {
  const { clock, check, outcomes, attach } = setUp()
  const lose = attach(one)
  attach(two)
  lose('lost')
  clock.advance(1_000)
  expect(outcomes).toEqual(['ok', 'ok', 'ok'])
  expect(await check.run()).toEqual({ status: 'ok', detail: '1 attached, all answer' })
})

test('closing a window clears its earlier loss', async () => {
  const { clock, check, attach } = setUp()
  const lose = attach(one)
  const leave = attach(two)
  lose('lost')
  leave('left')
  clock.advance(1_000)
  expect((await check.run()).status).toBe('n/a')
})

test('a check during the grace period waits for its outcome', async () => {
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

test('waits for a window that is lost while it is being pinged', async () => {
  const { clock, monitor, check } = setUp()
  const lose = monitor.attach(one, () => {})
  const answer = check.run()
  clock.advance(400)
  lose('lost')
  await nextTurn()
  clock.advance(300)
  expect(await answer).toEqual(overdue)
})

test('a report from the host replaces the loss, and null clears both', async () => {
  const { clock, monitor, check, outcomes, attach } = setUp()
  attach(one)('lost')
  clock.advance(300)
  monitor.reportProblem({ kind: 'render-process-gone', reason: 'crashed' })
  expect(await check.run()).toEqual({ status: 'failing', detail: "the window's process ended: crashed" })
  monitor.reportProblem(null)
  expect(await check.run()).toEqual({ status: 'n/a', detail: 'no window is attached' })
  expect(outcomes).toEqual(['ok', 'n/a', 'failing', 'failing', 'n/a'])
})

test('a loss that is cleared within its grace period does not fail later', () => {
  const { clock, monitor, outcomes, attach } = setUp()
  attach(one)('lost')
  monitor.reportProblem(null)
  clock.advance(1_000)
  expect(outcomes).toEqual(['ok', 'n/a', 'n/a'])
  expect(clock.pendingTimers).toBe(0)
})

test('closing the app during the grace period leaves no timer or pending promise', async () => {
  const { clock, monitor, check, attach } = setUp()
  attach(one)('lost')
  const answer = check.run()
  monitor.dispose()
  expect((await answer).status).toBe('n/a')
  expect(clock.pendingTimers).toBe(0)
})

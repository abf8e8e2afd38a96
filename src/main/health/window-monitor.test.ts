import { describe, expect, it } from 'vitest'

import type { WindowId } from '../../shared/ids'
import { createManualClock } from '../base/testing/manual-clock'
import type { CheckOutcome } from './check-runner'
import { WindowMonitor } from './window-monitor'

const one = 'window-1' as WindowId
const two = 'window-2' as WindowId

function setUp() {
  const clock = createManualClock()
  const monitor = new WindowMonitor(clock)
  const outcomes: CheckOutcome['status'][] = []
  const check = monitor.check()
  check.onOutcome?.((outcome) => outcomes.push(outcome.status))
  /** A window that answers each ping at once while it is `awake`. */
  function attach(windowId: WindowId) {
    const window = { awake: true, pings: 0, detach: (_how: 'left' | 'lost') => {} }
    window.detach = monitor.attach(windowId, (pingId) => {
      window.pings += 1
      if (window.awake) monitor.pong(windowId, pingId)
    })
    return window
  }
  return { clock, monitor, check, outcomes, attach }
}

describe('WindowMonitor', () => {
  it('reports nothing while no window is attached', async () => {
    const { check } = setUp()
    expect(await check.run()).toEqual({ status: 'n/a', detail: 'no window is attached' })
  })

  it('pings every window on a health check, and is ok when all answer', async () => {
    const { check, attach, monitor } = setUp()
    const windows = [attach(one), attach(two)]
    expect(monitor.count).toBe(2)
    expect(await check.run()).toEqual({ status: 'ok', detail: '2 attached, all answer' })
    expect(windows.map((window) => window.pings)).toEqual([1, 1])
  })

  it('finds and names a frozen window within 500 ms of a check', async () => {
    const { clock, check, attach } = setUp()
    attach(one)
    attach(two).awake = false
    const outcome = check.run()
    clock.advance(500)
    expect(await outcome).toEqual({
      status: 'failing',
      detail: '1 of 2 attached windows did not answer within 500 ms: window-2',
    })
  })

  it('pings every 5 s, and treats a late answer as recovery', () => {
    const { clock, attach, monitor, outcomes } = setUp()
    const window = attach(one)
    window.awake = false
    clock.advance(5_000)
    expect(window.pings).toBe(1)
    clock.advance(499)
    expect(outcomes).toEqual(['ok'])
    clock.advance(1)
    expect(outcomes).toEqual(['ok', 'failing'])
    monitor.pong(one, 1)
    expect(outcomes).toEqual(['ok', 'failing', 'ok'])
  })

  it('does not take an answer already on its way for one to a later ping', async () => {
    const { clock, check, attach, monitor } = setUp()
    attach(one).awake = false
    const [earlier, later] = [check.run(), check.run()]
    monitor.pong(one, 1)
    expect((await earlier).status).toBe('ok')
    clock.advance(500)
    expect((await later).status).toBe('failing')
  })

  it('does not wait for a window that left', async () => {
    const { check, attach } = setUp()
    const window = attach(one)
    window.awake = false
    const outcome = check.run()
    window.detach('left')
    expect(await outcome).toEqual({ status: 'n/a', detail: 'no window is attached' })
  })

  it('fails while the host reports its window dead, until one attaches again', async () => {
    const { check, attach, monitor } = setUp()
    const window = attach(one)
    window.detach('left')
    monitor.reportProblem({ kind: 'render-process-gone', reason: 'crashed, exit code 11' })
    expect(await check.run()).toEqual({
      status: 'failing',
      detail: "the window's process ended: crashed, exit code 11",
    })
    attach(two)
    expect((await check.run()).status).toBe('ok')
  })

  it('fails while the host reports its window unresponsive', async () => {
    const { check, attach, monitor } = setUp()
    attach(one)
    monitor.reportProblem({ kind: 'unresponsive' })
    expect(await check.run()).toEqual({ status: 'failing', detail: 'the window is unresponsive' })
    monitor.reportProblem(null)
    expect((await check.run()).status).toBe('ok')
  })

  it('stops pinging when the last window has left', () => {
    const { clock, attach } = setUp()
    attach(one).detach('left')
    expect(clock.pendingTimers).toBe(0)
  })
})

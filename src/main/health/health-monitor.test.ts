import { describe, expect, it } from 'vitest'

import type { HealthStatus } from '../../shared/health'
import { createManualClock } from '../base/testing/manual-clock'
import type { CheckOutcome } from './check-runner'
import { HealthMonitor } from './health-monitor'
import { createSilentLog } from './testing/silent-log'

function setUp() {
  const clock = createManualClock(1_000)
  const monitor = new HealthMonitor({ bootId: 'boot-1', pid: 42, clock, log: createSilentLog() })
  const statuses: HealthStatus[] = []
  monitor.onChanged((status) => statuses.push(status))
  return { clock, monitor, statuses }
}

const fine: CheckOutcome = { status: 'ok', detail: 'answers' }

describe('HealthMonitor', () => {
  it('is starting until everything is built, then ok', async () => {
    const { clock, monitor, statuses } = setUp()
    monitor.addCheck({ id: 'store', run: () => fine })
    expect((await monitor.refresh()).status).toBe('starting')
    monitor.markReady()
    clock.advance(250)
    expect(await monitor.refresh()).toEqual({
      status: 'ok',
      bootId: 'boot-1',
      pid: 42,
      uptimeMs: 250,
      lateMs: 0,
      fatalErrorCount: 0,
      fatalErrors: [],
      checks: [{ id: 'store', status: 'ok', detail: 'answers', sinceMs: 1_000 }],
    })
    expect(statuses).toEqual(['ok'])
    monitor.dispose()
  })

  it('keeps the first fatal error and the newest after hundreds, and counts them all', () => {
    const { monitor, statuses } = setUp()
    monitor.markReady()
    for (let index = 1; index <= 500; index += 1) monitor.fatal('runs', new Error(`fault ${index}`))
    const { status, fatalErrorCount, fatalErrors } = monitor.health()
    expect({ status, fatalErrorCount }).toEqual({ status: 'degraded', fatalErrorCount: 500 })
    expect(fatalErrors.map((error) => error.message)).toEqual([
      'fault 1',
      ...Array.from({ length: 20 }, (_, index) => `fault ${481 + index}`),
    ])
    expect(fatalErrors[0]?.stack).toContain('health-monitor.test.ts')
    expect(statuses).toEqual(['ok', 'degraded'])
    monitor.dispose()
  })

  it('says neither keys nor tokens in a fatal error, also not in its causes', () => {
    const { monitor } = setUp()
    monitor.fatal('store', new Error('outer', { cause: new Error('Bearer abcdefgh1234') }))
    const [error] = monitor.health().fatalErrors
    expect(error?.stack).toContain('caused by: Error: Bearer [redacted]')
    expect(JSON.stringify(error)).not.toContain('abcdefgh1234')
    monitor.dispose()
  })

  it('keeps what a window reports, with its component stack', () => {
    const { monitor } = setUp()
    monitor.fatalInWindow({
      source: 'window:render',
      name: 'TypeError',
      message: 'x is undefined',
      stack: 'at Chat',
      componentStack: 'in Chat',
    })
    expect(monitor.health().fatalErrors).toEqual([
      {
        source: 'window:render',
        name: 'TypeError',
        message: 'x is undefined',
        stack: 'at Chat',
        componentStack: 'in Chat',
        at: 1_000,
      },
    ])
    monitor.dispose()
  })

  it('is degraded only while a check fails, and says since when', async () => {
    const { clock, monitor, statuses } = setUp()
    let outcome: CheckOutcome = fine
    monitor.addCheck({ id: 'disk', run: () => outcome })
    await monitor.refresh()
    monitor.markReady()
    clock.advance(500)
    outcome = { status: 'failing', detail: '3 MiB free' }
    expect(await monitor.refresh()).toMatchObject({
      status: 'degraded',
      checks: [{ id: 'disk', status: 'failing', detail: '3 MiB free', sinceMs: 1_500 }],
    })
    clock.advance(500)
    outcome = fine
    expect((await monitor.refresh()).status).toBe('ok')
    expect(statuses).toEqual(['ok', 'degraded', 'ok'])
    monitor.dispose()
  })

  it('answers although a check never does, and does not ask that one again meanwhile', async () => {
    const { clock, monitor } = setUp()
    let asked = 0
    const stuck = Promise.withResolvers<CheckOutcome>()
    monitor.addCheck({ id: 'store', run: () => ((asked += 1), stuck.promise) })
    monitor.markReady()

    const first = monitor.refresh()
    clock.advance(100)
    expect((await first).checks).toMatchObject([
      { id: 'store', status: 'failing', detail: 'did not answer within 100 ms' },
    ])
    clock.advance(1_000)
    const second = monitor.refresh()
    clock.advance(100)
    expect((await second).status).toBe('degraded')
    expect(asked).toBe(1)

    stuck.resolve(fine)
    await stuck.promise
    clock.advance(1_000)
    expect((await monitor.refresh()).status).toBe('ok')
    monitor.dispose()
  })

  it('takes a check that throws for a failing one, with what it said', async () => {
    const { monitor } = setUp()
    monitor.addCheck({
      id: 'store',
      run: () => {
        throw new Error('database is locked')
      },
    })
    expect((await monitor.refresh()).checks).toMatchObject([
      { status: 'failing', detail: 'Error: database is locked' },
    ])
    monitor.dispose()
  })

  it('answers at once with what it knows, without waiting for any check', () => {
    const { monitor } = setUp()
    monitor.addCheck({ id: 'store', run: () => new Promise(() => {}) })
    expect(monitor.health().checks).toMatchObject([{ id: 'store', status: 'n/a' }])
    monitor.dispose()
  })

  it('leaves no timer behind', () => {
    const { clock, monitor } = setUp()
    monitor.dispose()
    expect(clock.pendingTimers).toBe(0)
  })
})

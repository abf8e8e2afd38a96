import { describe, expect, it } from 'vitest'

import { ParleyError } from '../../shared/errors'
import type { HealthStatus } from '../../shared/app/health'
import type { Clock } from '../base/clock'
import { createManualClock } from '../base/testing/manual-clock'
import type { CheckOutcome } from './check-runner'
import { createEventLoopLagMeter, HealthMonitor, type HealthReport } from './health-monitor'
import { createSilentLog } from './testing/silent-log'

function setUp() {
  const clock = createManualClock(1_000)
  const monitor = new HealthMonitor({ bootId: 'boot-1', pid: 42, clock, log: createSilentLog() })
  const statuses: HealthStatus[] = []
  const reported: HealthReport['problems'][] = []
  monitor.onChanged(({ status, problems }) => {
    statuses.push(status)
    reported.push(problems)
  })
  return { clock, monitor, statuses, reported }
}

const fine: CheckOutcome = { status: 'ok', detail: 'answers' }

/** A clock with one timer that fires when the test says so. */
function createLateClock() {
  let nowMs = 0
  let due: (() => void) | null = null
  const clock: Clock = {
    now: () => nowMs,
    monotonic: () => nowMs,
    after(_delayMs, callback) {
      due = callback
      return () => {
        due = null
      }
    },
  }
  return {
    clock,
    fireAt(ms: number) {
      nowMs = ms
      due?.()
    },
    passTo(ms: number) {
      nowMs = ms
    },
    isArmed: () => due !== null,
  }
}

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

  it('keeps the first fatal error and the newest ones out of hundreds, and counts them all', () => {
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

  it('redacts keys and tokens in a fatal error and its causes', () => {
    const { monitor } = setUp()
    monitor.fatal('store', new Error('outer', { cause: new Error('Bearer abcdefgh1234') }))
    const [error] = monitor.health().fatalErrors
    expect(error?.stack).toContain('caused by: Error: Bearer [redacted]')
    expect(JSON.stringify(error)).not.toContain('abcdefgh1234')
    monitor.dispose()
  })

  it('keeps an error that a window reports, with its component stack', () => {
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

  it('is degraded only while a check fails, and reports since when', async () => {
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

  it('answers when a check never does, and does not run that check twice at once', async () => {
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

  it('treats a check that throws as failing, with its message', async () => {
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

  it('reports what it knows without waiting for a check', () => {
    const { monitor } = setUp()
    monitor.addCheck({ id: 'store', run: () => new Promise(() => {}) })
    expect(monitor.health().checks).toMatchObject([{ id: 'store', status: 'n/a' }])
    monitor.dispose()
  })

  it('notifies windows of the failing part and its error, and again when the error changes', async () => {
    const { clock, monitor, reported } = setUp()
    let failure: Error | null = null
    monitor.addCheck({
      id: 'store',
      run() {
        if (failure !== null) throw failure
        return fine
      },
    })
    await monitor.refresh()
    monitor.markReady()
    const fail = async (error: Error | null) => {
      failure = error
      clock.advance(200)
      await monitor.refresh()
    }
    await fail(new ParleyError('STORE_FULL', 'no room for Bearer abcdefgh1234', { data: { reason: 'full' } }))
    await fail(new ParleyError('STORE_DAMAGED', 'not readable'))
    await fail(null)
    expect(reported.map((problems) => problems.map(({ detail: _detail, ...problem }) => problem))).toEqual([
      [],
      [
        {
          part: 'store',
          kind: 'failing',
          error: {
            name: 'ParleyError',
            message: 'no room for Bearer [redacted]',
            code: 'STORE_FULL',
            reason: 'full',
          },
          sinceMs: 1_200,
          followedCount: 0,
        },
      ],
      [
        {
          part: 'store',
          kind: 'failing',
          error: { name: 'ParleyError', message: 'not readable', code: 'STORE_DAMAGED' },
          sinceMs: 1_200,
          followedCount: 0,
        },
      ],
      [],
    ])
    const [full] = reported[1] ?? []
    expect(full?.detail).toContain('health-monitor.test.ts')
    expect(JSON.stringify(reported)).not.toContain('abcdefgh1234')
    monitor.dispose()
  })

  it('attributes an error to the part whose check fails, and runs that check', async () => {
    const { clock, monitor, reported } = setUp()
    let shut: Error | null = null
    monitor.addCheck({
      id: 'runs',
      run() {
        if (shut !== null) throw new ParleyError('DEGRADED', 'No new answer can begin', { cause: shut })
        return fine
      },
    })
    await monitor.refresh()
    monitor.markReady()
    clock.advance(1_000)
    shut = new Error('the run manager broke')
    monitor.fatal('runs', shut)
    monitor.fatal('runs', new Error('and then this'))
    clock.advance(250)
    await monitor.refresh()
    const summary = reported.map((problems) =>
      problems.map(({ part, kind, error, followedCount }) => [part, kind, error.message, followedCount]),
    )
    expect(summary).toEqual([
      [],
      [['app', 'uncaught', 'the run manager broke', 0]],
      [['app', 'uncaught', 'the run manager broke', 1]],
      [['runs', 'failing', 'the run manager broke', 1]],
    ])
    monitor.dispose()
  })

  it('throttles notifications of a burst of errors and includes their number', () => {
    const { clock, monitor, reported } = setUp()
    monitor.markReady()
    const render = { source: 'window:render', name: 'TypeError', stack: '', componentStack: 'in Chat' }
    for (let index = 1; index <= 500; index += 1)
      monitor.fatalInWindow({ ...render, message: `fault ${index}` })
    monitor.fatal('rpc', new Error('another one'))
    clock.advance(250)
    expect(
      reported.map((problems) =>
        problems.map(({ part, error, followedCount }) => [part, error.message, followedCount]),
      ),
    ).toEqual([
      [],
      [['window', 'fault 1', 0]],
      [
        ['app', 'another one', 0],
        ['window', 'fault 1', 499],
      ],
      [
        ['app', 'another one', 0],
        ['window', 'fault 1', 499],
      ],
    ])
    expect(reported.at(-1)?.at(-1)?.detail).toBe('window:render\nTypeError: fault 1\nin Chat')
    monitor.dispose()
  })

  it('leaves no timer behind', () => {
    const { clock, monitor } = setUp()
    monitor.fatal('rpc', new Error('one'))
    monitor.dispose()
    expect(clock.pendingTimers).toBe(0)
  })
})

describe('createEventLoopLagMeter', () => {
  it('reports how late its timer fired, and forgets it after a second', () => {
    const late = createLateClock()
    const meter = createEventLoopLagMeter(late.clock)
    late.fireAt(330)
    expect(meter.lagMs()).toBe(80)
    for (const ms of [580, 830, 1_080, 1_330]) late.fireAt(ms)
    expect(meter.lagMs()).toBe(0)
    meter.dispose()
    expect(late.isArmed()).toBe(false)
  })

  it('reports lag while the loop is still blocked', () => {
    const late = createLateClock()
    const meter = createEventLoopLagMeter(late.clock)
    late.passTo(900)
    expect(meter.lagMs()).toBe(650)
    meter.dispose()
  })
})

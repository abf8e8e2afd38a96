import { describe, expect, it } from 'vitest'

import { GrantedTime, type ProcessTimes, type SpentTime, startGrantedDeadline } from './granted-time'
import { createManualClock } from './testing/manual-clock'

const atMostMs = 30_000
const idle: ProcessTimes = { pid: 1, ranMs: 0, waitedMs: 0, isHeldUp: false }

/** One second in which a process did this while the timer of this process fired `lateMs` late. */
function secondOf(did: Partial<ProcessTimes>[], lateMs = 0): SpentTime {
  const time = new GrantedTime(0)
  const before = did.map(({ isHeldUp = false }, pid) => ({ ...idle, pid, isHeldUp }))
  time.add(0, { dueMs: 0, processes: before })
  time.add(1_000, { dueMs: 1_000 - lateMs, processes: did.map((times, pid) => ({ ...idle, pid, ...times })) })
  return time.spent
}

describe('GrantedTime', () => {
  it('grants all of the time to a process that sleeps', () => {
    expect(secondOf([{}])).toEqual({ elapsedMs: 1_000, grantedMs: 1_000, lateMs: 0, waitedMs: 0 })
  })

  it('grants nothing to a process that waits for a CPU', () => {
    expect(secondOf([{ waitedMs: 1_000 }])).toMatchObject({ grantedMs: 0, waitedMs: 1_000 })
  })

  it('grants a spinning process the time that it ran, however late this process was', () => {
    expect(secondOf([{ ranMs: 400, waitedMs: 600 }], 900)).toMatchObject({ grantedMs: 400, lateMs: 900 })
  })

  it('deducts only the lateness of its own timer when it cannot observe any process', () => {
    expect(secondOf([], 300)).toMatchObject({ grantedMs: 700, lateMs: 300 })
  })

  it('deducts all time in which a process did not run while it waits for a CPU or is blocked on the disk', () => {
    expect(secondOf([{ ranMs: 100, isHeldUp: true }])).toMatchObject({ grantedMs: 100, waitedMs: 900 })
  })

  it('does not treat a process that is ready to run now as one that has been waiting', () => {
    const time = new GrantedTime(0)
    time.add(0, { dueMs: 0, processes: [idle] })
    time.add(100, { dueMs: 100, processes: [{ ...idle, isHeldUp: true }] })
    expect(time.spent).toMatchObject({ grantedMs: 100, waitedMs: 0 })
  })

  it('does not deduct a long wait twice when Linux reports it at its end', () => {
    const time = new GrantedTime(0)
    time.add(0, { dueMs: 0, processes: [{ ...idle, isHeldUp: true }] })
    time.add(2_000, { dueMs: 2_000, processes: [{ ...idle, isHeldUp: true }] })
    time.add(2_100, { dueMs: 2_100, processes: [{ ...idle, ranMs: 100, waitedMs: 2_000 }] })
    time.add(2_200, { dueMs: 2_200, processes: [{ ...idle, ranMs: 100, waitedMs: 2_000 }] })
    expect(time.spent).toEqual({ elapsedMs: 2_200, grantedMs: 200, lateMs: 0, waitedMs: 2_000 })
  })

  it('deducts the waits of all processes that relay an answer, but no more than the elapsed time', () => {
    expect(secondOf([{ waitedMs: 300 }, { waitedMs: 200 }])).toMatchObject({ grantedMs: 500 })
    expect(secondOf([{ waitedMs: 800 }, { waitedMs: 900 }])).toMatchObject({ grantedMs: 0, waitedMs: 1_000 })
  })

  it('grants processes that take turns on a busy machine the time that one of them got, not the sum', () => {
    const time = new GrantedTime(0)
    const ranMs = [0, 0, 0]
    for (let turn = 0; turn < 10; turn += 1) {
      const processes = ranMs.map((ran, pid) => ({
        pid,
        ranMs: ran,
        waitedMs: turn * 100 - ran,
        isHeldUp: true,
      }))
      time.add(turn * 100, { dueMs: turn * 100, processes })
      ranMs[turn % 3] = (ranMs[turn % 3] ?? 0) + 100
    }
    expect(time.spent).toMatchObject({ elapsedMs: 900, grantedMs: 300 })
  })

  it('does not count what a process did before it was observed', () => {
    const time = new GrantedTime(0)
    time.add(100, { dueMs: 100, processes: [{ ...idle, ranMs: 5_000, waitedMs: 5_000 }] })
    expect(time.spent).toEqual({ elapsedMs: 100, grantedMs: 100, lateMs: 0, waitedMs: 0 })
  })
})

/** Starts a deadline of 500 ms for one process that does this. */
function start(did: (elapsedMs: number) => Partial<ProcessTimes>) {
  const clock = createManualClock()
  const over: SpentTime[] = []
  const stop = startGrantedDeadline({
    clock,
    limitMs: 500,
    atMostMs,
    observe: () => [{ ...idle, ...did(clock.monotonic()) }],
    onOver: (spent) => over.push(spent),
  })
  return { clock, over, stop }
}

describe('startGrantedDeadline', () => {
  it('expires exactly at its limit on a machine that is not busy', () => {
    for (const did of [() => ({}), (ranMs: number) => ({ ranMs })]) {
      const { clock, over } = start(did)
      clock.advance(499)
      expect(over).toEqual([])
      clock.advance(1)
      expect(over).toEqual([{ elapsedMs: 500, grantedMs: 500, lateMs: 0, waitedMs: 0 }])
    }
  })

  it('waits until a process that gets a quarter of a CPU has used up the limit', () => {
    const { clock, over } = start((elapsedMs) => ({ ranMs: elapsedMs / 4, waitedMs: (elapsedMs * 3) / 4 }))
    clock.advance(1_600)
    expect(over).toEqual([])
    clock.advance(400)
    expect(over).toHaveLength(1)
  })

  it('expires at its upper bound when the process never gets a CPU', () => {
    const { clock, over } = start((waitedMs) => ({ waitedMs }))
    clock.advance(atMostMs - 1)
    expect(over).toEqual([])
    clock.advance(1)
    expect(over).toMatchObject([{ elapsedMs: atMostMs }])
    expect(clock.pendingTimers).toBe(0)
  })

  it('reports how the time was spent when cancelled, and leaves no timer', () => {
    const { clock, over, stop } = start((elapsedMs) => ({ waitedMs: elapsedMs }))
    clock.advance(700)
    expect(stop()).toMatchObject({ elapsedMs: 700, grantedMs: 100, waitedMs: 600 })
    expect(clock.pendingTimers).toBe(0)
    expect(over).toEqual([])
  })

  it('deducts a period in which this process itself was delayed', () => {
    let nowMs = 0
    let due: (() => void) | null = null
    const over: SpentTime[] = []
    startGrantedDeadline({
      clock: {
        monotonic: () => nowMs,
        after(_delayMs, callback) {
          due = callback
          return () => {}
        },
      },
      limitMs: 200,
      atMostMs,
      onOver: (spent) => over.push(spent),
    })
    const fireAt = (ms: number) => {
      nowMs = ms
      due?.()
    }
    for (const ms of [900, 1_000, 1_000]) fireAt(ms)
    expect(over).toEqual([{ elapsedMs: 1_000, grantedMs: 200, lateMs: 800, waitedMs: 0 }])
  })
})

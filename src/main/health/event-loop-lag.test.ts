import { describe, expect, it } from 'vitest'

import type { Clock } from '../base/clock'
import { createEventLoopLagMeter } from './event-loop-lag'

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

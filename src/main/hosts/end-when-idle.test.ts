import { describe, expect, it } from 'vitest'

import { Emitter } from '../base/emitter'
import { createManualClock } from '../base/testing/manual-clock'
import { endWhenIdle } from './end-when-idle'

function setUp() {
  const clock = createManualClock()
  const changed = new Emitter<void>()
  let activity = { windows: 0, runs: 0, hadWindow: false }
  let ends = 0
  const dispose = endWhenIdle(
    { activity: () => activity, onActivity: (listener) => changed.on(listener) },
    { graceMs: 30_000, clock, idle: () => (ends += 1) },
  )
  return {
    clock,
    dispose,
    ends: () => ends,
    set(windows: number, runs: number) {
      activity = { windows, runs, hadWindow: activity.hadWindow || windows > 0 }
      changed.fire()
    },
  }
}

describe('endWhenIdle', () => {
  it('never ends before there was a first window', () => {
    const app = setUp()
    app.set(0, 1)
    app.set(0, 0)
    app.clock.advance(3_600_000)
    expect(app.ends()).toBe(0)
  })

  it('ends 30 s after the last window closed', () => {
    const app = setUp()
    app.set(2, 0)
    app.set(1, 0)
    app.clock.advance(60_000)
    app.set(0, 0)
    app.clock.advance(29_999)
    expect(app.ends()).toBe(0)
    app.clock.advance(1)
    expect(app.ends()).toBe(1)
  })

  it('waits for a detached run, and counts from its end', () => {
    const app = setUp()
    app.set(1, 1)
    app.set(0, 1)
    app.clock.advance(60_000)
    app.set(0, 0)
    app.clock.advance(29_999)
    expect(app.ends()).toBe(0)
    app.clock.advance(1)
    expect(app.ends()).toBe(1)
  })

  it('cancels the countdown when the window returns, as after a reload', () => {
    const app = setUp()
    app.set(1, 0)
    app.set(0, 0)
    app.clock.advance(20_000)
    app.set(1, 0)
    app.clock.advance(60_000)
    expect(app.ends()).toBe(0)
  })

  it('leaves no timer behind', () => {
    const app = setUp()
    app.set(1, 0)
    app.set(0, 0)
    app.dispose()
    expect(app.clock.pendingTimers).toBe(0)
  })
})

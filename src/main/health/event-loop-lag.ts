import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'

const intervalMs = 250

/** The event-loop lag: the worst of the last second, or that of the current delay. */
export interface EventLoopLagMeter {
  lagMs(): number
  dispose: Dispose
}

/** Measures the lag with a repeating timer: everything else is as late as that timer. */
export function createEventLoopLagMeter(clock: Clock): EventLoopLagMeter {
  const recent: number[] = []
  let dueAtMs = clock.monotonic() + intervalMs
  let cancel = clock.after(intervalMs, tick)

  function tick(): void {
    recent.push(Math.max(0, clock.monotonic() - dueAtMs))
    if (recent.length > 4) recent.shift()
    dueAtMs = clock.monotonic() + intervalMs
    cancel = clock.after(intervalMs, tick)
  }

  return {
    lagMs: () => Math.round(Math.max(0, clock.monotonic() - dueAtMs, ...recent)),
    dispose: () => cancel(),
  }
}

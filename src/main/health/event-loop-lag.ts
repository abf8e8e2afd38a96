import type { Clock } from '../base/clock'
import type { Dispose } from '../base/dispose'

const intervalMs = 250

/** How late the event loop runs: the worst of the last second, or the delay it is in just now. */
export interface EventLoopLagMeter {
  lateMs(): number
  dispose: Dispose
}

/** Measures by a timer of its own: as late as that timer fires, as late is everything else. */
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
    lateMs: () => Math.round(Math.max(0, clock.monotonic() - dueAtMs, ...recent)),
    dispose: () => cancel(),
  }
}

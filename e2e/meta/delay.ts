import { expect } from 'vitest'

import { scaledTimeout, scaledToSpeed, scaledToSpeedNow } from '../suite/limits/slowness.ts'

/** The time from a fault to its report. */
export interface Delay {
  reportedAfterMs: number
  /** The granted part of that time; on an idle machine, nearly all of it. */
  grantedMs: number
}

/** Granted time within which a fault must be reported. */
const reportWithinMs = 1_000
/** The limit in wall-clock time, scaled on a busy machine: it catches an error in counting granted time. */
const reportByClockWithinMs = 2_000

/** Twice what this process measures: on a slow machine, the one that reported may have measured another speed. */
function scaled(ms: number): number {
  return 2 * Math.max(scaledToSpeed(ms), scaledToSpeedNow(ms)) - ms
}

export function expectInTime({ reportedAfterMs, grantedMs }: Delay): void {
  expect(grantedMs, 'granted until the report').toBeLessThanOrEqual(scaled(reportWithinMs))
  expect(reportedAfterMs, 'until the report').toBeLessThanOrEqual(
    Math.max(scaledTimeout(reportByClockWithinMs), scaled(reportByClockWithinMs)),
  )
}

import { expect } from 'vitest'

import { scaledTimeout, scaledToSpeed } from '../suite/limits/slowness.ts'

/** The time from a fault to its report. */
export interface Delay {
  reportedAfterMs: number
  /** The granted part of that time; on an idle machine, nearly all of it. */
  grantedMs: number
}

/** Granted time within which a fault must be reported. */
const reportWithinMs = scaledToSpeed(1_000)
/** The limit in wall-clock time, scaled on a busy machine: it catches an error in counting granted time. */
const reportByClockWithinMs = scaledTimeout(2_000)

export function expectInTime({ reportedAfterMs, grantedMs }: Delay): void {
  expect(grantedMs, 'granted until the report').toBeLessThanOrEqual(reportWithinMs)
  expect(reportedAfterMs, 'until the report').toBeLessThanOrEqual(reportByClockWithinMs)
}

import { scaledTimeout } from '../suite/limits/slowness.ts'

/** What was observed for one fault: a row of the meta-suite's table. */
export interface Finding {
  fault: string
  /** From the fault to the line that reports it. */
  reportedAfterMs: number | null
  /** The granted part of that time; on an idle machine, nearly all of it. */
  grantedMs: number | null
  message: string
  /** What happened to the next test and the next file. */
  next: string
  /** Differences from what was expected; empty if all is well. */
  faults: string[]
}

/** A fault must be reported within this much granted time. */
const reportWithinMs = 1_000
/**
 * And within this much wall-clock time, so that an error in counting granted time is noticed; scaled on a
 * busy machine.
 */
const reportByClockWithinMs = scaledTimeout(2_000)

/** Collects the differences of one finding. */
export class Faults {
  readonly list: string[] = []

  expectInTime({ grantedMs, reportedAfterMs }: Pick<Finding, 'grantedMs' | 'reportedAfterMs'>): void {
    if (grantedMs === null || reportedAfterMs === null) {
      this.expect(false, 'it was never reported')
      return
    }
    this.expect(
      grantedMs <= reportWithinMs,
      `reported only after ${Math.round(grantedMs)} ms, in granted time`,
    )
    this.expect(
      reportedAfterMs <= reportByClockWithinMs,
      `reported only after ${Math.round(reportedAfterMs)} ms in wall-clock time`,
    )
  }

  expect(claim: boolean, otherwise: string): void {
    if (!claim) this.list.push(otherwise)
  }
}

import { scaledTimeout } from '../suite/slowness.ts'

/** What was seen of one fault: a row of the meta-suite's table. */
export interface Finding {
  fault: string
  /** From the moment it struck to the line that names it. */
  reportedAfterMs: number | null
  /** The part of that which the machine granted: on a machine that keeps up, nearly all of it. */
  grantedMs: number | null
  message: string
  /** How it went on: the next test, the next file. */
  next: string
  /** Where what was seen is not what must be; empty when all is well. */
  faults: string[]
}

/** A fault must be reported within this much granted time. */
const reportWithinMs = 1_000
/** And by the clock within this, so that a mistake in what counts as granted does not pass; a busy machine has more. */
const reportByClockWithinMs = scaledTimeout(2_000)

/** Collects what is wrong with one finding. */
export class Faults {
  readonly list: string[] = []

  expectInTime({ grantedMs, reportedAfterMs }: Pick<Finding, 'grantedMs' | 'reportedAfterMs'>): void {
    if (grantedMs === null || reportedAfterMs === null) {
      this.expect(false, 'it was never reported')
      return
    }
    this.expect(
      grantedMs <= reportWithinMs,
      `reported only after ${Math.round(grantedMs)} ms, not counting what the machine withheld`,
    )
    this.expect(
      reportedAfterMs <= reportByClockWithinMs,
      `reported only after ${Math.round(reportedAfterMs)} ms by the clock`,
    )
  }

  expect(claim: boolean, otherwise: string): void {
    if (!claim) this.list.push(otherwise)
  }
}

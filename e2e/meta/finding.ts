/** What was seen of one fault: a row of the meta-suite's table. */
export interface Finding {
  fault: string
  /** From the moment it struck to the line that names it. */
  reportedAfterMs: number | null
  message: string
  /** How it went on: the next test, the next file. */
  next: string
  /** Where what was seen is not what must be; empty when all is well. */
  faults: string[]
}

/** Collects what is wrong with one finding. */
export class Faults {
  readonly list: string[] = []

  expect(claim: boolean, otherwise: string): void {
    if (!claim) this.list.push(otherwise)
  }
}

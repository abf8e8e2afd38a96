import { Faults, type Finding } from './finding.ts'
import type { SuiteRun } from './suite-run.ts'

/** The one spec of a run in which every test passes, and whose app breaks a moment later. */
export const lateFile = '05-throw-late'

/** A run fails of an app that broke when nobody's test was running, although none of its tests did. */
export function checkExitCode(run: SuiteRun): Finding {
  const faults = new Faults()
  faults.expect(run.tests.length > 0 && run.tests.every(({ hasPassed }) => hasPassed), 'a test of it failed')
  faults.expect(run.exitCode === 1, `it ended with ${run.exitCode}`)
  return {
    fault: 'a run in which nothing fails but an app, late',
    reportedAfterMs: null,
    grantedMs: null,
    message: 'The run has failed: 1 time(s) the app broke and no test failed of it',
    next: 'every test passed, and the run ended with 1',
    faults: faults.list,
  }
}

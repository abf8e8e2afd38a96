import { Faults, type Finding } from './finding.ts'
import type { SuiteRun } from './suite-run.ts'

/** The only spec of a run in which every test passes and the app breaks a moment later. */
export const lateFile = '05-throw-late'

/** A run fails if an app broke while no test was running, even though all its tests passed. */
export function checkExitCode(run: SuiteRun): Finding {
  const faults = new Faults()
  faults.expect(
    run.tests.length > 0 && run.tests.every(({ hasPassed }) => hasPassed),
    'one of its tests failed',
  )
  faults.expect(run.exitCode === 1, `it exited with ${run.exitCode}`)
  return {
    fault: 'a run in which only an app breaks, after its last test',
    reportedAfterMs: null,
    grantedMs: null,
    message: 'The run failed: the app broke 1 time(s) without failing a test',
    next: 'every test passed, and the run exited with 1',
    faults: faults.list,
  }
}

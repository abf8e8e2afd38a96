import { appOf, testOf } from './check-faults.ts'
import { Faults, type Finding } from './finding.ts'
import type { SuiteRun } from './suite-run.ts'

const file = '13-no-faults'

const harmless = [
  { fault: 'test.dropWire, once', title: 'a briefly cut wire reconnects' },
  { fault: 'test.skewClock', title: 'a clock jump does not affect durations' },
  {
    fault: '(none: the test keeps its window busy)',
    title: 'the suite waits for a window that its test keeps busy',
  },
]

/** Disturbances that the app must tolerate: the suite reports nothing, and continues in the same app. */
export function checkNoFaults(run: SuiteRun): Finding[] {
  return harmless.map(({ fault, title }) => {
    const faults = new Faults()
    const test = testOf(run, file, title)
    faults.expect(test?.hasPassed === true, `its test did not pass: ${test?.errors}`)
    const [first, after] = [appOf(run, file, 'first'), appOf(run, file, 'after')]
    faults.expect(first !== null && first.bootId === after?.bootId, 'the tests after it got another app')
    const word = run.lines.find(
      ({ text }) => text.startsWith('[suite] ') && text.includes(`${file}.spec.ts`) && text.includes('broke'),
    )
    faults.expect(word === undefined, `the suite reported a breakage: ${word?.text}`)
    return {
      fault,
      reportedAfterMs: null,
      grantedMs: null,
      message: '(none: the app tolerates it)',
      next: 'next test green, in the same app',
      faults: faults.list,
    }
  })
}

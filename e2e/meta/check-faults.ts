import { type Expectation, expectations } from './expectations.ts'
import { Faults, type Finding } from './finding.ts'
import type { MetaWord } from './say.ts'
import type { SuiteRun } from './suite-run.ts'

type AppWord = Extract<MetaWord, { word: 'app' }>

/** Each fault that breaks the app is reported within a second and in full, and the next test gets another app. */
export function checkFaults(run: SuiteRun): Finding[] {
  return [
    ...expectations.map((expectation) => checkFault(run, expectation)),
    checkBuildsOn(run),
    checkBetween(run),
  ]
}

function checkFault(run: SuiteRun, expectation: Expectation): Finding {
  const { file, fault, error, trace, fails } = expectation
  const faults = new Faults()
  const report = reportOf(run, file, error)
  const delay = delayOf(run, file, report)
  faults.expect(report !== null, `"${error}" was not reported`)
  faults.expectInTime(delay)
  if (report !== null && trace !== null) {
    faults.expect(trace.test(report.text), `no full trace in:\n${report.text}`)
  }
  const broke = appOf(run, file, 'breaks')
  if (fails === null) checkNamedAsLeft(run, expectation, faults)
  else {
    const test = testOf(run, file, fails)
    faults.expect(test?.hasPassed === false, 'the test during which the app broke did not fail')
    const errors = test?.errors ?? 'nothing'
    faults.expect(errors.includes(error), `that test's error does not name "${error}", but says: ${errors}`)
    faults.expect(
      errors.includes('the app broke during this test'),
      `it does not say when it broke, but says: ${errors}`,
    )
    checkFresh(run, { file, test: 'after', than: broke }, faults)
    const after = testOf(run, file, 'is independent of the test before')
    faults.expect(after?.hasPassed === true, `the next test did not pass: ${after?.errors}`)
  }
  const nextFile = fileAfter(run, file)
  checkNextFile(run, { nextFile, than: broke }, faults)
  return {
    fault,
    ...delay,
    message: error,
    next: `${fails === null ? '' : 'next test and '}next file green, in another process and boot`,
    faults: faults.list,
  }
}

function checkBuildsOn(run: SuiteRun): Finding {
  const file = '12-builds-on'
  const error = 'runs: Error: the run manager was shut by test.shutRuns'
  const faults = new Faults()
  const tests = run.tests.filter((test) => test.file === file && test.title.startsWith('builds on'))
  faults.expect(tests.length === 2, `${tests.length} of 2 tests that build on it were run`)
  for (const { title, hasPassed, errors } of tests) {
    faults.expect(!hasPassed, `"${title}" passed`)
    faults.expect(
      errors.includes('this test did not start: the app was already degraded'),
      `"${title}" does not say that it did not start: ${errors}`,
    )
    faults.expect(errors.includes(error), `"${title}" does not name the first error`)
    faults.expect(/^\s+at .+:\d+:\d+\)?$/m.test(errors), `"${title}" has no trace`)
  }
  faults.expect(appOf(run, file, 'must not start') === null, 'a test that builds on a broken app was started')
  const report = reportOf(run, file, error)
  const delay = delayOf(run, file, report)
  faults.expectInTime(delay)
  checkNextFile(run, { nextFile: fileAfter(run, file), than: appOf(run, file, 'breaks') }, faults)
  return {
    fault: 'test.shutRuns, in a file whose tests build on each other',
    ...delay,
    message: 'this test did not start: the app was already degraded',
    next: 'two tests refused at once; next file green',
    faults: faults.list,
  }
}

/** No new worker hides this fault: the test before has passed, and the same worker continues with its app. */
function checkBetween(run: SuiteRun): Finding {
  const file = '13-shut-between'
  const error = 'runs: Error: the run manager was shut by test.shutRuns'
  const faults = new Faults()
  const report = reportOf(run, file, error)
  const delay = delayOf(run, file, report)
  faults.expectInTime(delay)
  const next = 'is independent of the test before'
  const announcement = `[suite] "${next}" of meta/specs/${file}.spec.ts starts in a fresh app: the one before was degraded (${error})`
  faults.expect(
    run.lines.some(({ text }) => text === announcement),
    `missing: ${announcement}`,
  )
  for (const title of ['passes', next]) {
    const test = testOf(run, file, title)
    faults.expect(test?.hasPassed === true, `"${title}" did not pass: ${test?.errors}`)
  }
  checkFresh(run, { file, test: 'after', than: appOf(run, file, 'breaks') }, faults)
  return {
    fault: 'test.shutRuns, between two tests of a file',
    ...delay,
    message: error,
    next: 'next test green, in another process and boot',
    faults: faults.list,
  }
}

/** No test fails by a fault after the last one, so the next file must report it, and the run must fail. */
function checkNamedAsLeft(run: SuiteRun, { file, error }: Expectation, faults: Faults): void {
  const nextFile = fileAfter(run, file)
  const announcement = `[suite] meta/specs/${nextFile}.spec.ts starts in a fresh app: meta/specs/${file}.spec.ts left it degraded (${error})`
  faults.expect(
    run.lines.some(({ text }) => text === announcement),
    `missing: ${announcement}`,
  )
  const verdict = 'The run failed: the app broke 2 time(s) without failing a test'
  const said = run.lines.find(({ text }) => text.includes('The run failed'))?.text
  faults.expect(
    said?.includes(verdict) === true,
    `the run does not report that it failed for this reason, but: ${said}`,
  )
}

function checkNextFile(
  run: SuiteRun,
  { nextFile, than }: { nextFile: string; than: AppWord | null },
  faults: Faults,
): void {
  const first = run.tests.find((test) => test.file === nextFile)
  faults.expect(first?.hasPassed === true, `the next file (${nextFile}) did not begin well: ${first?.errors}`)
  checkFresh(run, { file: nextFile, test: 'first', than }, faults)
}

function checkFresh(
  run: SuiteRun,
  { file, test, than }: { file: string; test: string; than: AppWord | null },
  faults: Faults,
): void {
  const app = appOf(run, file, test) ?? appOf(run, file, 'breaks')
  if (app === null || than === null) {
    faults.expect(false, `the app of ${file}, ${test}, or the one before was not reported`)
    return
  }
  faults.expect(app.pid !== than.pid, `${file}, ${test}: the process is the same, ${app.pid}`)
  faults.expect(app.bootId !== than.bootId, `${file}, ${test}: the boot is the same, ${app.bootId}`)
}

/** What the suite printed about the error, with the lines that belong to it. */
function reportOf(run: SuiteRun, file: string, error: string): { atMs: number; text: string } | null {
  const start = run.lines.findIndex(
    ({ text }, index) =>
      text.startsWith(`[suite] the app of meta/specs/${file}.spec.ts `) &&
      run.lines.slice(index, index + 3).some((line) => line.text.includes(error)),
  )
  if (start === -1) return null
  const lines = run.lines.slice(start)
  const length = lines.findIndex(({ text }, index) => index > 0 && !text.startsWith('        '))
  const own = lines.slice(0, length === -1 ? undefined : length)
  return {
    atMs: own.at(-1)?.atMs ?? 0,
    text: own.map(({ text }) => text.replace(/^ {8}/, '')).join('\n'),
  }
}

/** How long after it struck a fault was reported, in wall-clock and in granted time. */
export function delayOf(
  { words, timelines }: SuiteRun,
  fault: string,
  line: { atMs: number } | null,
): Pick<Finding, 'reportedAfterMs' | 'grantedMs'> {
  const strike = words.find((word) => word.word === 'strike' && word.fault === fault)
  const timeline = timelines.get(fault)
  if (line === null || strike?.word !== 'strike' || timeline === undefined) {
    return { reportedAfterMs: null, grantedMs: null }
  }
  return { reportedAfterMs: line.atMs - strike.atMs, grantedMs: timeline.until(line.atMs) }
}

export function appOf(run: SuiteRun, file: string, test: string): AppWord | null {
  for (const word of run.words)
    if (word.word === 'app' && word.file === file && word.test === test) return word
  return null
}

export function testOf(run: SuiteRun, file: string, title: string) {
  return run.tests.find((test) => test.file === file && test.title === title)
}

/**
 * The next file of the same slot. It is never a file in which no app starts, because those come first
 * alphabetically.
 */
function fileAfter(run: SuiteRun, file: string): string {
  const slot = run.tests.find((test) => test.file === file)?.slot
  const files = [...new Set(run.tests.filter((test) => test.slot === slot).map((test) => test.file))]
  return files[files.indexOf(file) + 1] ?? ''
}

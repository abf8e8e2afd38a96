import { readFileSync } from 'node:fs'

/**
 * What one group of tests came to. `notRun` names each test that could not run here, with the reason.
 * @typedef {{ name: string, passed: number, failed: number, notRun: string[] }} Tally
 */

/** Test files that drive the Electron host against a fake are counted apart: they show wiring, not Electron. */
const electronFake = /\.electron-fake\.test\.[cm]?tsx?$/

/**
 * @param {string} name
 * @returns {Tally}
 */
export function emptyTally(name) {
  return { name, passed: 0, failed: 0, notRun: [] }
}

/**
 * Counts what Vitest's JSON reporter wrote. A file that failed as a whole counts as one failed test.
 * @typedef {{ status: string, fullName: string, meta?: { skipReason?: string } }} VitestResult
 * @param {{ testResults: { name: string, status: string, assertionResults: VitestResult[] }[] }} report
 * @returns {{ unit: Tally, electronFake: Tally }}
 */
export function tallyVitest(report) {
  const unit = emptyTally('unit')
  const fake = emptyTally('Electron fake')
  for (const file of report.testResults) {
    const tally = electronFake.test(file.name) ? fake : unit
    for (const test of file.assertionResults) {
      if (test.status === 'passed') tally.passed += 1
      else if (test.status === 'failed') tally.failed += 1
      else tally.notRun.push(withReason(test.fullName, test.meta?.skipReason))
    }
    const hasFailedTest = file.assertionResults.some((test) => test.status === 'failed')
    if (file.status === 'failed' && !hasFailedTest) tally.failed += 1
  }
  return { unit, electronFake: fake }
}

/**
 * @typedef {{ type: string, description?: string }} Annotation
 * @typedef {{ title: string, tests: { projectName: string, status: string, annotations: Annotation[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Counts what Playwright's JSON reporter wrote. Projects whose name has `electron` in it drive Electron, all others
 * the web host. A test that passed only when it was tried again counts as failed.
 * @param {{ suites: Suite[], errors?: unknown[] }} report
 * @returns {{ web: Tally, electron: Tally }}
 */
export function tallyPlaywright(report) {
  const web = emptyTally('live GUI (web host)')
  const electron = emptyTally('live GUI (Electron)')
  for (const spec of report.suites.flatMap(specsOf)) {
    for (const test of spec.tests) {
      const tally = /electron/i.test(test.projectName) ? electron : web
      if (test.status === 'expected') tally.passed += 1
      else if (test.status === 'skipped')
        tally.notRun.push(withReason(spec.title, reasonIn(test.annotations)))
      else tally.failed += 1
    }
  }
  // An error outside of any test: a file that does not load, a set-up that fell over.
  web.failed += (report.errors ?? []).length
  return { web, electron }
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}

/** @param {Annotation[]} annotations */
function reasonIn(annotations) {
  return annotations.find((annotation) => annotation.type === 'skip')?.description
}

/**
 * @param {string} name
 * @param {string | undefined} reason
 */
function withReason(name, reason) {
  return reason === undefined ? name : `${name}: ${reason}`
}

/**
 * The table, and below it the one line that sums it up.
 * @param {Tally[]} tallies
 */
export function formatReport(tallies) {
  const width = Math.max(...tallies.map((tally) => tally.name.length))
  const rows = tallies.flatMap(({ name, passed, failed, notRun }) => [
    passed + failed === 0 && notRun.length === 1
      ? `  ${name.padEnd(width)}  not run: ${notRun[0]}`
      : `  ${name.padEnd(width)}  ${count(passed)} passed  ${count(failed)} failed${notRun.length === 0 ? '' : `  ${count(notRun.length)} not run`}`,
    ...(notRun.length > 1 || passed + failed > 0 ? notRun.map((test) => `    not run: ${test}`) : []),
  ])
  const sum = total(tallies)
  return ['', ...rows, '', `${sum.passed} passed, ${sum.failed} failed`].join('\n')
}

/** @param {Tally[]} tallies */
export function total(tallies) {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
  }
}

/** @param {number} value */
function count(value) {
  return String(value).padStart(5)
}

/**
 * A runner that fails although no test did has failed for a reason of its own: an unhandled error, nothing to run.
 * @param {Tally} tally
 * @param {number} code
 * @param {Tally[]} all
 * @returns {Tally}
 */
export function blameRunner(tally, code, all) {
  return code !== 0 && total(all).failed === 0 ? { ...tally, failed: tally.failed + 1 } : tally
}

/**
 * What a runner wrote of its tests; null when it fell over before that, and has said why.
 * @param {string} path
 */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // There is none.
    return null
  }
}

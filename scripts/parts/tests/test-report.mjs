import { readFileSync } from 'node:fs'

import { fromProject } from '../project.mjs'

/**
 * The results of one group of tests. `failures` names the tests among `failed`, as far as they have names.
 * `notRun` names each test that could not run here, with the reason. `durationMs` is null for a group that ran together with the one before it. `files` are the test files, with
 * how long each took.
 * @typedef {{ file: string, durationMs: number }} TimedFile
 * @typedef {{ name: string, passed: number, failed: number, failures: string[], notRun: string[],
 * durationMs: number | null, files: TimedFile[] }} Tally
 */

/** The number of slowest files in a report. */
const slowestCount = 10
/** The number of failed tests that a report names at its end, where an excerpt of a long log still shows them. */
const namedFailures = 30

/**
 * Tests of the Electron host against a fake are counted separately, because they test its wiring and not
 * Electron.
 */
const electronFake = /\.electron-fake\.test\.[cm]?tsx?$/

/**
 * @param {string} name
 * @returns {Tally}
 */
export function emptyTally(name) {
  return { name, passed: 0, failed: 0, failures: [], notRun: [], durationMs: null, files: [] }
}

/**
 * Counts the results in the output of Vitest's JSON reporter, with times in milliseconds. A file that failed
 * as a whole counts as one failed test.
 * @typedef {{ status: string, fullName: string, meta?: { skipReason?: string } }} VitestResult
 * @typedef {{ name: string, status: string, startTime: number, endTime: number, assertionResults:
 * VitestResult[] }} VitestFile
 * @param {{ testResults: VitestFile[] }} report
 * @param {string} name of the group for all files except those of the Electron fake
 * @returns {{ unit: Tally, electronFake: Tally }}
 */
export function tallyVitest(report, name = 'unit') {
  const unit = emptyTally(name)
  const fake = emptyTally('Electron fake')
  for (const file of report.testResults) {
    const tally = electronFake.test(file.name) ? fake : unit
    tally.files.push({ file: fromProject(file.name), durationMs: file.endTime - file.startTime })
    for (const test of file.assertionResults) {
      if (test.status === 'passed') tally.passed += 1
      else if (test.status === 'failed') addFailure(tally, `${fromProject(file.name)}: ${test.fullName}`)
      else tally.notRun.push(withReason(test.fullName, test.meta?.skipReason))
    }
    const hasFailedTest = file.assertionResults.some((test) => test.status === 'failed')
    if (file.status === 'failed' && !hasFailedTest) addFailure(tally, fromProject(file.name))
  }
  return { unit, electronFake: fake }
}

/**
 * @typedef {{ type: string, description?: string }} Annotation
 * @typedef {{ projectName: string, status: string, annotations: Annotation[],
 *   results: { duration: number }[] }} LiveTest
 * @typedef {{ title: string, file: string, tests: LiveTest[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Counts the results in the output of Playwright's JSON reporter. Projects with `electron` in their name
 * drive Electron, all others the web host. A test that passed only on a retry counts as failed.
 * @param {{ suites: Suite[], errors?: unknown[] }} report
 * @returns {{ web: Tally, electron: Tally }}
 */
export function tallyPlaywright(report) {
  const web = emptyTally('live GUI (web host)')
  const electron = emptyTally('live GUI (Electron)')
  for (const spec of report.suites.flatMap(specsOf)) {
    for (const test of spec.tests) {
      const tally = /electron/i.test(test.projectName) ? electron : web
      addTime(tally, `e2e/specs/${spec.file}`, test)
      if (test.status === 'expected') tally.passed += 1
      else if (test.status === 'skipped')
        tally.notRun.push(withReason(spec.title, reasonIn(test.annotations)))
      else addFailure(tally, `e2e/specs/${spec.file}: ${spec.title}`)
    }
  }
  // An error outside of any test, such as a file that does not load or a set-up that failed.
  web.failed += (report.errors ?? []).length
  return { web, electron }
}

/**
 * @param {Tally} tally
 * @param {string} name
 */
function addFailure(tally, name) {
  tally.failed += 1
  tally.failures.push(name)
}

/**
 * @param {Tally} tally
 * @param {string} file
 * @param {LiveTest} test
 */
function addTime({ files }, file, { results }) {
  const durationMs = results.reduce((sum, result) => sum + result.duration, 0)
  const known = files.find((each) => each.file === file)
  if (known === undefined) files.push({ file, durationMs })
  else known.durationMs += durationMs
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
 * The table of the groups, the slowest files, the failed tests, and finally one line with the total.
 * @param {Tally[]} tallies
 * @param {number} durationMs of the whole run
 */
export function formatReport(tallies, durationMs) {
  const width = Math.max(...tallies.map((tally) => tally.name.length))
  const rows = tallies.flatMap((tally) => [
    `  ${tally.name.padEnd(width)}  ${describeTally(tally)}`,
    ...(hasRun(tally) ? tally.notRun : []).map((test) => `    not run: ${test}`),
  ])
  const slowest = tallies
    .flatMap(({ files }) => files)
    .toSorted((one, other) => other.durationMs - one.durationMs)
    .slice(0, slowestCount)
    .map(({ file, durationMs: ms }) => `  ${seconds(ms)}  ${file}`)
  const failures = tallies.flatMap((tally) => tally.failures)
  const unnamed = failures.length - namedFailures
  const sum = total(tallies)
  return [
    '',
    ...rows,
    ...(slowest.length === 0 ? [] : ['', 'slowest files:', ...slowest]),
    ...(failures.length === 0 ? [] : ['', 'failed:']),
    ...failures.slice(0, namedFailures).map((name) => `  ${name}`),
    ...(unnamed > 0 ? [`  and ${unnamed} more`] : []),
    '',
    `took ${Math.floor(durationMs / 60_000)} min ${Math.round((durationMs % 60_000) / 1000)} s`,
    `${sum.passed} passed, ${sum.failed} failed`,
  ].join('\n')
}

/** @param {Tally} tally */
function describeTally(tally) {
  if (!hasRun(tally)) return `not run: ${tally.notRun.join(', ')}`
  const { passed, failed, notRun, durationMs } = tally
  return [
    `${count(passed)} passed  ${count(failed)} failed`,
    ...(durationMs === null ? [] : [seconds(durationMs)]),
    ...(notRun.length === 0 ? [] : [`${count(notRun.length)} not run`]),
  ].join('  ')
}

/** @param {Tally} tally */
function hasRun({ passed, failed, notRun }) {
  return passed + failed > 0 || notRun.length !== 1
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

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(6)} s`
}

/**
 * Adds a failure if the runner failed although no test did, such as for an unhandled error or an empty run.
 * @param {Tally} tally
 * @param {number} code
 * @param {Tally[]} all
 * @returns {Tally}
 */
export function blameRunner(tally, code, all) {
  return code !== 0 && total(all).failed === 0 ? { ...tally, failed: tally.failed + 1 } : tally
}

/**
 * The report that a runner wrote; null if it failed before that, and has said why.
 * @param {string} path
 */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // There is no report.
    return null
  }
}

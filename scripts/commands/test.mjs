// Runs every check and every suite, and ends with a table and one line. `--quick` runs the checks, the unit
// tests that import what the branch changes and one live test. `--only unit`, `--only e2e` or `--only meta` runs one suite;
// other arguments are passed to that suite's runner, without `--only` to Playwright. `--attach URL` runs the
// live tests that allow it in an app that is already running; `--shuffle [SEED]` runs them in another order,
// `--each-file-alone` each file alone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { changedFiles } from '../parts/changed-files.mjs'
import { runQuickChecks, runWholeChecks } from '../parts/checks.mjs'
import {
  prepareLiveSuites,
  runAttached,
  runEachFileAlone,
  runLive,
  runMeta,
} from '../parts/tests/live-suites.mjs'
import { inProject, root } from '../parts/project.mjs'
import { memoryFolder } from '../parts/programs/memory-folder.mjs'
import { runChild } from '../parts/programs/run-child.mjs'
import { parseTestArguments } from '../parts/tests/test-arguments.mjs'
import { affectedUnitRuns } from '../parts/tests/unit-runs.mjs'
import {
  blameRunner,
  emptyTally,
  formatReport,
  readReport,
  tallyVitest,
  total,
} from '../parts/tests/test-report.mjs'

/** @typedef {import('../parts/tests/test-report.mjs').Tally} Tally */

const startedMs = performance.now()
const reports = mkdtempSync(join(tmpdir(), 'parley-test-'))
try {
  const tallies = await runAll(
    parseTestArguments(process.argv.slice(2), () => String(Date.now() % 1_000_000)),
  )
  console.log(formatReport(tallies, performance.now() - startedMs))
  const { passed, failed } = total(tallies)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}

/**
 * @param {import('../parts/tests/test-arguments.mjs').TestArguments} wanted
 * @returns {Promise<Tally[]>}
 */
async function runAll({ only, attach, seed, isEachFileAlone, isQuick, rest }) {
  if (attach !== null) return timed(() => runAttached({ url: attach, args: rest, reports }))
  if (isQuick) return runQuick(rest)
  /** @type {Tally[]} */
  const tallies = []
  let isPrepared = false
  if (only === null || only === 'unit') {
    const args = only === 'unit' ? rest : []
    // Side by side: tests with processes wait a fifth of their time.
    const [others, processes] = await Promise.all([
      checkAndTest(only === null, args),
      timed(() => runUnit('process', args)),
    ])
    tallies.push(...others.tallies, ...processes)
    isPrepared = others.isPrepared
  } else {
    const prepared = await prepare()
    tallies.push(...prepared)
    isPrepared = total(prepared).failed === 0
  }
  if (!isPrepared) return tallies
  if (isEachFileAlone) {
    return [...tallies, ...(await timed(() => runEachFileAlone({ args: rest, reports })))]
  }
  if (only !== 'meta') tallies.push(...(await timed(() => runLive({ args: rest, seed, reports }))))
  if (only !== 'e2e') {
    tallies.push(
      ...(await timed(async () => [await runMeta({ args: only === 'meta' ? rest : [], reports })])),
    )
  }
  return tallies
}

/**
 * The unit tests that start no process, before them the checks and preparations of a whole run.
 * @param {boolean} isWhole
 * @param {string[]} args for Vitest
 */
async function checkAndTest(isWhole, args) {
  const others = isWhole ? await checkAndPrepare(runWholeChecks) : { tallies: [], isPrepared: false }
  return { ...others, tallies: [...others.tallies, ...(await timed(() => runUnit('unit', args)))] }
}

/**
 * @param {string[]} args for Playwright
 * @returns {Promise<Tally[]>}
 */
async function runQuick(args) {
  // Side by side, because neither keeps two cores busy.
  const [others, unit] = await Promise.all([checkAndSmoke(args), timed(runAffected)])
  return [...unit, ...others]
}

/** Null in a folder without a repository, such as an unpacked archive. */
function changedFilesOrNull() {
  try {
    return changedFiles(root)
  } catch {
    return null
  }
}

/** The unit tests that import what the branch changes; all of them where git does not say what that is. */
async function runAffected() {
  const files = changedFilesOrNull()
  if (files === null) return runUnit('unit', [])
  /** @type {Tally[]} */
  const tallies = []
  for (const { project, args } of affectedUnitRuns(files)) tallies.push(...(await runVitest(project, args)))
  return tallies
}

/**
 * The checks of `--quick` and its live test.
 * @param {string[]} args
 * @returns {Promise<Tally[]>}
 */
async function checkAndSmoke(args) {
  const { tallies, isPrepared } = await checkAndPrepare(runQuickChecks)
  if (!isPrepared) return tallies
  const live = await timed(() => runLive({ args: ['--grep=@smoke', ...args], seed: null, reports }))
  return [...tallies, ...live]
}

/**
 * Checks the sources, then gets ready for the live tests.
 * @param {typeof runWholeChecks} run
 */
async function checkAndPrepare(run) {
  const checks = await timed(() => check(run))
  const prepared = await prepare()
  return { tallies: [...checks, ...prepared], isPrepared: total(prepared).failed === 0 }
}

/**
 * Measures a part of the run; the time is assigned to its first tally.
 * @param {() => Promise<Tally[]>} work
 * @returns {Promise<Tally[]>}
 */
async function timed(work) {
  const sinceMs = performance.now()
  const [first, ...others] = await work()
  return first === undefined ? [] : [{ ...first, durationMs: performance.now() - sinceMs }, ...others]
}

/**
 * Counts only failed checks, because a check that passes is not a test.
 * @param {() => Promise<import('../parts/checks.mjs').JobResult[]>} run
 */
async function check(run) {
  console.log('\nchecks')
  const results = await run()
  const failures = results.flatMap(({ name, isOk }) => (isOk ? [] : [`the check ${name}`]))
  return [{ ...emptyTally('checks'), failed: failures.length, failures }]
}

/**
 * Makes a fresh build and finds a browser. If that fails, the suites that need them are reported too.
 * @returns {Promise<Tally[]>}
 */
function prepare() {
  return timed(async () => {
    const reason = await prepareLiveSuites()
    const tally = emptyTally('build and browser')
    if (reason === null) return [tally]
    const notRun = ['live GUI', 'meta-suite'].map((name) => ({ ...emptyTally(name), notRun: [reason] }))
    return [{ ...tally, failed: 1 }, ...notRun]
  })
}

/**
 * @param {'unit' | 'process'} project of vitest.config.ts
 * @param {string[]} args
 */
function runUnit(project, args) {
  // A named file belongs to only one of the two projects.
  return runVitest(project, [
    'run',
    '--project',
    project,
    ...(args.length === 0 ? [] : ['--passWithNoTests']),
    ...args,
  ])
}

/**
 * @param {'unit' | 'process'} project that `args` select
 * @param {string[]} args
 * @returns {Promise<Tally[]>}
 */
async function runVitest(project, args) {
  const name = project === 'unit' ? 'unit' : 'unit with processes'
  console.log(`\n${name}`)
  const path = join(reports, `vitest-${project}.json`)
  const vitest = [
    inProject('node_modules/vitest/vitest.mjs'),
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ]
  const memory = project === 'unit' ? memoryFolder() : null
  const code =
    memory === null
      ? await runBesideOthers(vitest)
      : await inFolder(memory, (folder) => runBesideOthers(vitest, { TMPDIR: folder }))
  const report = readReport(path)
  if (report === null) return [{ ...emptyTally(name), failed: 1 }]
  const { unit, electronFake } = tallyVitest(report, name)
  const all = [unit, electronFake].filter(({ files }) => files.length > 0)
  return [blameRunner(unit, code, all), ...all.filter((tally) => tally !== unit)]
}

/**
 * Runs a program of Node whose lines may appear between those of another: in a terminal, each would draw over the other.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [variables]
 */
function runBesideOthers(command, variables = {}) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return runChild(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    environment: { ...colours, ...process.env, ...variables },
    onSpawned: (child) => {
      child.stdout?.pipe(process.stdout)
      child.stderr?.pipe(process.stderr)
    },
  })
}

/**
 * @param {string} parent
 * @param {(folder: string) => Promise<number>} run
 * @returns {Promise<number>}
 */
async function inFolder(parent, run) {
  const folder = mkdtempSync(join(parent, 'parley-unit-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

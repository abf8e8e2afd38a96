// Every check and every suite, with one table and one line at the end. `--only unit`, `--only e2e` or `--only meta`
// runs one suite; what else stands on the command line goes to that suite's runner, without `--only` to Playwright.
// `--attach URL` runs the live tests that allow it in an app that runs already; `--shuffle [SEED]` runs them in another
// order, `--each-file-alone` each file by itself.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { prepareLiveSuites, runAttached, runEachFileAlone, runLive, runMeta } from '../parts/live-suites.mjs'
import { inProject } from '../parts/project.mjs'
import { runChild } from '../parts/run-child.mjs'
import { parseTestArguments } from '../parts/test-arguments.mjs'
import {
  blameRunner,
  emptyTally,
  formatReport,
  readReport,
  tallyVitest,
  total,
} from '../parts/test-report.mjs'

/** @typedef {import('../parts/test-report.mjs').Tally} Tally */

const checks = ['format', 'lint', 'types', 'boundaries', 'dead', 'tests', 'texts']
const reports = mkdtempSync(join(tmpdir(), 'parley-test-'))
try {
  const tallies = await runAll(
    parseTestArguments(process.argv.slice(2), () => String(Date.now() % 1_000_000)),
  )
  console.log(formatReport(tallies))
  const { passed, failed } = total(tallies)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}

/**
 * @param {import('../parts/test-arguments.mjs').TestArguments} wanted
 * @returns {Promise<Tally[]>}
 */
async function runAll({ only, attach, seed, isEachFileAlone, rest }) {
  if (attach !== null) return runAttached({ url: attach, args: rest, reports })
  /** @type {Tally[]} */
  const tallies = []
  if (only === null) tallies.push(await runChecks())
  if (only === null || only === 'unit') tallies.push(...(await runUnit(only === 'unit' ? rest : [])))
  if (only === 'unit') return tallies
  if (!(await prepareLiveSuites())) return [...tallies, { ...emptyTally('live GUI'), failed: 1 }]
  if (isEachFileAlone) return [...tallies, ...(await runEachFileAlone({ args: rest, reports }))]
  if (only !== 'meta') tallies.push(...(await runLive({ args: rest, seed, reports })))
  if (only !== 'e2e') tallies.push(await runMeta({ args: only === 'meta' ? rest : [], reports }))
  return tallies
}

/** A check that finds nothing is no test that passed: only what they find is counted. */
async function runChecks() {
  const tally = emptyTally('checks')
  for (const check of checks) {
    console.log(`\ncheck: ${check}`)
    const npm = process.env['npm_execpath']
    const code =
      npm === undefined
        ? await runChild(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '-s', `check:${check}`])
        : await runChild(process.execPath, [npm, 'run', '-s', `check:${check}`])
    if (code !== 0) {
      tally.failed += 1
      console.log(`check: ${check} failed`)
    }
  }
  return tally
}

/** @param {string[]} args */
async function runUnit(args) {
  console.log('\nunit tests')
  const path = join(reports, 'vitest.json')
  const code = await runChild(process.execPath, [
    inProject('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
    ...args,
  ])
  const report = readReport(path)
  if (report === null) return [{ ...emptyTally('unit'), failed: 1 }]
  const { unit, electronFake } = tallyVitest(report)
  return [blameRunner(unit, code, [unit, electronFake]), electronFake]
}

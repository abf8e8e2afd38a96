// Every check and every suite, with one table and one line at the end. `--only unit` or `--only e2e` runs one
// suite; what else stands on the command line goes to that suite's runner, without `--only` to Playwright.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ensureBrowser } from '../ensure-browser.mjs'
import { build } from '../parts/build.mjs'
import { findElectron } from '../parts/electron-binary.mjs'
import { inProject } from '../parts/project.mjs'
import { runChild } from '../parts/run-child.mjs'
import { emptyTally, formatReport, tallyPlaywright, tallyVitest, total } from '../parts/test-report.mjs'

/** @typedef {import('../parts/test-report.mjs').Tally} Tally */

const checks = ['format', 'lint', 'types', 'boundaries', 'dead']

const { only, rest } = parseArguments(process.argv.slice(2))
const reports = mkdtempSync(join(tmpdir(), 'parley-test-'))
try {
  const tallies = await runAll()
  console.log(formatReport(tallies))
  const { passed, failed } = total(tallies)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
} finally {
  rmSync(reports, { recursive: true, force: true })
}

/** @returns {Promise<Tally[]>} */
async function runAll() {
  /** @type {Tally[]} */
  const tallies = []
  if (only === null) tallies.push(await runChecks())
  if (only !== 'e2e') tallies.push(...(await runUnit(only === 'unit' ? rest : [])))
  if (only !== 'unit') tallies.push(...(await runLive(rest)))
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

/** @param {string[]} args */
async function runLive(args) {
  console.log('\nlive GUI tests')
  const name = 'live GUI (web host)'
  if (!(await build())) return [{ ...emptyTally(name), failed: 1 }]
  if (ensureBrowser() === null) return [{ ...emptyTally(name), failed: 1 }]
  const path = join(reports, 'playwright.json')
  const code = await runChild(
    process.execPath,
    [inProject('node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args],
    { environment: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: path } },
  )
  const report = readReport(path)
  if (report === null) return [{ ...emptyTally(name), failed: 1 }]
  const { web, electron } = tallyPlaywright(report)
  if (electron.passed + electron.failed + electron.notRun.length === 0) {
    electron.notRun.push(findElectron() === null ? 'no Electron binary' : 'no test for it was chosen')
  }
  return [blameRunner(web, code, [web, electron]), electron]
}

/**
 * A runner that fails although no test did has failed for a reason of its own: an unhandled error, nothing to run.
 * @param {Tally} tally
 * @param {number} code
 * @param {Tally[]} all
 * @returns {Tally}
 */
function blameRunner(tally, code, all) {
  return code !== 0 && total(all).failed === 0 ? { ...tally, failed: tally.failed + 1 } : tally
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // The runner fell over before it could write one, and has said why.
    return null
  }
}

/**
 * @param {string[]} args
 * @returns {{ only: 'unit' | 'e2e' | null, rest: string[] }}
 */
function parseArguments(args) {
  const at = args.indexOf('--only')
  if (at === -1) return { only: null, rest: args }
  const value = args[at + 1]
  if (value !== 'unit' && value !== 'e2e') {
    console.error('--only takes unit or e2e.')
    process.exit(1)
  }
  return { only: value, rest: args.toSpliced(at, 2) }
}

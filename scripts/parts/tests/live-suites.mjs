import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { breakageOf } from '../../../e2e/suite/breakage.ts'
import { scaledTimeout } from '../../../e2e/suite/limits/slowness.ts'
import { ensureTestBrowser } from '../../ensure-browser.mjs'
import { askHealth, attachTo } from './attach.mjs'
import { build } from '../programs/build.mjs'
import { findElectron } from '../programs/electron-binary.mjs'
import { memoryFolder } from '../programs/memory-folder.mjs'
import { inProject } from '../project.mjs'
import { runChild } from '../programs/run-child.mjs'
import { blameRunner, emptyTally, readReport, tallyPlaywright, tallyVitest } from './test-report.mjs'

/** @typedef {import('./test-report.mjs').Tally} Tally */

const webName = 'live GUI (web host)'
const electronName = 'live GUI (Electron)'
const attachedName = 'live GUI (attached)'
/** How soon a running app must answer. */
const appAnswersWithinMs = 1_000

/**
 * Makes a fresh build and finds or installs a browser.
 * @returns {Promise<string | null>} why no live test can run, or null
 */
export async function prepareLiveSuites() {
  if (!(await build())) return 'the build failed'
  return ensureTestBrowser() === null ? 'no browser' : null
}

/**
 * Runs the live specs, each in its own app. A `seed` decides the order of their files.
 * @param {{ args: string[], seed: string | null, reports: string }} options `reports` is a folder for the
 * results
 * @returns {Promise<Tally[]>}
 */
export async function runLive({ args, seed, reports }) {
  console.log('\nlive GUI tests')
  if (seed !== null) console.log(`shuffled with seed ${seed}`)
  const environment = { ...process.env, ...(seed === null ? {} : { PARLEY_SUITE_SHUFFLE: seed }) }
  const { web, electron } = await runPlaywright(args, environment, reports)
  return [web, withReasonNotRun(electron)]
}

/**
 * @param {Tally} electron
 * @returns {Tally}
 */
function withReasonNotRun(electron) {
  if (electron.passed + electron.failed + electron.notRun.length > 0) return electron
  return {
    ...electron,
    notRun: [findElectron() === null ? 'no Electron binary' : 'no test for it was chosen'],
  }
}

/**
 * Runs the spec files one at a time, each in a separate run.
 * @param {{ args: string[], reports: string }} options
 * @returns {Promise<Tally[]>}
 */
export async function runEachFileAlone({ args, reports }) {
  const sums = { web: emptyTally(webName), electron: emptyTally(electronName) }
  for (const name of readdirSync(inProject('e2e/specs')).toSorted()) {
    console.log(`\n${name}, alone`)
    const tallies = await runPlaywright([`e2e/specs/${name}`, ...args], process.env, reports)
    for (const host of /** @type {const} */ (['web', 'electron'])) {
      sums[host].passed += tallies[host].passed
      sums[host].failed += tallies[host].failed
      sums[host].failures.push(...tallies[host].failures)
      sums[host].notRun.push(...tallies[host].notRun)
      sums[host].files.push(...tallies[host].files)
    }
  }
  return [sums.web, withReasonNotRun(sums.electron)]
}

/**
 * Runs the specs that allow it in an app that is already running. Refuses a degraded app before anything else
 * is started, and prints everything that it reports.
 * @param {{ url: string, args: string[], reports: string }} options
 * @returns {Promise<Tally[]>}
 */
export async function runAttached({ url, args, reports }) {
  try {
    const attachment = await attachTo(url)
    await assertWell(attachment)
    if (ensureTestBrowser() === null) throw new Error('No browser was found to run the tests in.')
    const environment = { ...process.env, PARLEY_ATTACH: JSON.stringify(attachment) }
    const { web } = await runPlaywright(['--grep=@attachable', '--workers=1', ...args], environment, reports)
    return [{ ...web, name: attachedName }]
  } catch (error) {
    console.error(`[suite] ${error instanceof Error ? error.message : String(error)}`)
    return [{ ...emptyTally(attachedName), failed: 1 }]
  }
}

/**
 * Runs the suite on an app that is broken on purpose.
 * @param {{ args: string[], reports: string }} options
 * @returns {Promise<Tally>}
 */
export async function runMeta({ args, reports }) {
  console.log('\nmeta-suite: the live suite on an app that is broken on purpose')
  const path = join(reports, 'meta.json')
  const code = await runChild(
    process.execPath,
    [
      inProject('node_modules/vitest/vitest.mjs'),
      'run',
      `--config=${inProject('e2e/meta/vitest.config.ts')}`,
      '--reporter=verbose',
      '--reporter=json',
      `--outputFile.json=${path}`,
      ...args,
    ],
    { environment: { ...process.env, ...folders() } },
  )
  const report = readReport(path)
  if (report === null) return { ...emptyTally('meta-suite'), failed: 1 }
  const { unit } = tallyVitest(report, 'meta-suite')
  return blameRunner(unit, code, [unit])
}

/** The folder for what apps and browsers under test write, and the one for compiled code, which each of many workers loads. */
function folders() {
  const memory = memoryFolder()
  const compiled = { NODE_COMPILE_CACHE: inProject('node_modules/.cache/parley/compiled') }
  return memory === null ? compiled : { ...compiled, TMPDIR: memory }
}

/** @param {import('./attach.mjs').Attachment} attachment */
async function assertWell(attachment) {
  const tooLate = AbortSignal.timeout(scaledTimeout(appAnswersWithinMs))
  const health = await askHealth(attachment, tooLate).catch((error) => {
    throw new Error(
      `The app at ${attachment.pageUrl} did not report its health: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    )
  })
  const breakage = breakageOf(health)
  if (breakage !== null)
    throw new Error(`No tests were started, because the app is degraded\n${breakage.report}`)
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} reports
 * @returns {Promise<{ web: Tally, electron: Tally }>}
 */
async function runPlaywright(args, environment, reports) {
  const path = join(reports, 'playwright.json')
  const reporters = `--reporter=${inProject('e2e/suite/suite-reporter.ts')},json`
  const code = await runChild(
    process.execPath,
    [inProject('node_modules/@playwright/test/cli.js'), 'test', reporters, ...args],
    {
      environment: {
        ...environment,
        ...folders(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: path,
      },
    },
  )
  const report = readReport(path)
  if (report === null) {
    return { web: { ...emptyTally(webName), failed: 1 }, electron: emptyTally(electronName) }
  }
  const { web, electron } = tallyPlaywright(report)
  return { web: blameRunner(web, code, [web, electron]), electron }
}

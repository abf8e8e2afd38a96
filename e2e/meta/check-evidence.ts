import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { strFromU8, unzipSync } from 'fflate'

import { testOf } from './check-faults.ts'
import { Faults, type Finding } from './finding.ts'
import type { Obstacles } from './obstacles.ts'
import type { SuiteRun } from './suite-run.ts'

const resultsFolder = join(import.meta.dirname, '../../test-results/meta')
const mustBeThere = [
  'trace.zip',
  'window-1.png',
  'window-1.html',
  'main.log',
  'window.log',
  'health.json',
  'open-streams-and-runs.json',
]

/** A test that fails with a secret in every source of evidence: the evidence is there, the secret is not. */
export function checkEvidence(run: SuiteRun, { plantedKey, plainMarker }: Obstacles): Finding[] {
  const faults = new Faults()
  const files = filesOf('00-evidence')
  expectAll(files, faults)
  const texts = files.flatMap(textsIn)
  for (const { where, text } of texts) faults.expect(!text.includes(plantedKey), `the secret is in ${where}`)
  const printed = run.lines.map(({ text }) => text).join('\n')
  faults.expect(!printed.includes(plantedKey), 'the secret was printed')
  faults.expect(printed.includes('the test says [redacted] too'), 'the output of the test is missing')
  // Shows that the search covers the right places: it finds this marker in each of them.
  for (const name of ['trace.zip', 'window-1.html', 'window.log', 'main.log', 'health.json']) {
    faults.expect(
      texts.some(({ where, text }) => where.includes(name) && text.includes(plainMarker)),
      `${name} does not contain the text next to the secret`,
    )
  }
  return [
    {
      fault: 'a secret planted in a failing test',
      reportedAfterMs: null,
      grantedMs: null,
      message: `not found in ${texts.length} texts of ${files.length} files, including unpacked traces`,
      next: 'screenshot, page, trace, logs, health, streams and runs are there',
      faults: faults.list,
    },
  ]
}

/** A test that fails only by an error in its window fails like any other. */
export function checkComplaint(run: SuiteRun): Finding[] {
  const faults = new Faults()
  const [file, complaint] = ['00-complains', 'error in the window: console: an unexpected error']
  const errors = testOf(run, file, 'has no failing assertion while its window reports an error')?.errors ?? ''
  faults.expect(errors.split(complaint).length === 2, `its error does not say so, once: ${errors}`)
  expectAll(filesOf(`${file}-has`), faults)
  const next = testOf(run, file, 'builds on the test before')?.errors ?? ''
  faults.expect(next.includes('this test did not start: it builds on'), `the next test was started: ${next}`)
  faults.expect(next.includes(complaint), `the next test does not say why it did not start: ${next}`)
  return [
    {
      fault: 'a window error without a failing assertion',
      reportedAfterMs: null,
      grantedMs: null,
      message: complaint,
      next: 'evidence is kept; the test that builds on it is refused',
      faults: faults.list,
    },
  ]
}

function expectAll(files: readonly string[], faults: Faults): void {
  for (const name of mustBeThere) {
    faults.expect(
      files.some((path) => path.endsWith(name)),
      `${name} is missing`,
    )
  }
}

/** The files that the first failed test of a spec file left. */
function filesOf(begin: string): string[] {
  const folder = readdirSync(resultsFolder).find((name) => name.startsWith(begin))
  return folder === undefined ? [] : filesUnder(join(resultsFolder, folder))
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function textsIn(path: string): { where: string; text: string }[] {
  const bytes = readFileSync(path)
  if (!path.endsWith('.zip')) return [{ where: path, text: bytes.toString('utf8') }]
  return Object.entries(unzipSync(bytes)).map(([name, entry]) => ({
    where: `${path}: ${name}`,
    text: strFromU8(entry),
  }))
}

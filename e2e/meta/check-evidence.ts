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

/** A test that fails with a secret in every place that evidence is taken from: the evidence is there, the secret not. */
export function checkEvidence(run: SuiteRun, { plantedKey, plainMarker }: Obstacles): Finding[] {
  const faults = new Faults()
  const files = filesOf('00-evidence')
  expectAll(files, faults)
  const texts = files.flatMap(textsIn)
  for (const { where, text } of texts)
    faults.expect(!text.includes(plantedKey), `the secret stands in ${where}`)
  const printed = run.lines.map(({ text }) => text).join('\n')
  faults.expect(!printed.includes(plantedKey), 'the secret was printed')
  faults.expect(printed.includes('the test says [redacted] too'), 'what the test printed is not there')
  // Had it not been looked for in the right places, this would not be found there either.
  for (const name of ['trace.zip', 'window-1.html', 'window.log', 'main.log', 'health.json']) {
    faults.expect(
      texts.some(({ where, text }) => where.includes(name) && text.includes(plainMarker)),
      `${name} does not hold what was written beside the secret`,
    )
  }
  return [
    {
      fault: 'a secret planted in a failing test',
      reportedAfterMs: null,
      grantedMs: null,
      message: `in ${texts.length} texts of ${files.length} files, traces unpacked: nowhere`,
      next: 'picture, page, trace, logs, health, streams and runs are there',
      faults: faults.list,
    },
  ]
}

/** A test that fails of nothing but a complaint of its window fails like any other. */
export function checkComplaint(run: SuiteRun): Finding[] {
  const faults = new Faults()
  const [file, complaint] = [
    '00-complains',
    'the window complained: console: a complaint that nobody expected',
  ]
  const errors = testOf(run, file, 'asserts nothing that fails while its window complains')?.errors ?? ''
  faults.expect(errors.split(complaint).length === 2, `its error does not say so, once: ${errors}`)
  expectAll(filesOf(`${file}-asserts`), faults)
  const next = testOf(run, file, 'builds on the test before')?.errors ?? ''
  faults.expect(next.includes('this test did not start: it builds on'), `the next test was started: ${next}`)
  faults.expect(next.includes(complaint), `the next test does not say why it did not start: ${next}`)
  return [
    {
      fault: 'a window that complains, and no assertion that fails',
      reportedAfterMs: null,
      grantedMs: null,
      message: complaint,
      next: 'evidence is there; the test that builds on it is refused',
      faults: faults.list,
    },
  ]
}

function expectAll(files: readonly string[], faults: Faults): void {
  for (const name of mustBeThere) {
    faults.expect(
      files.some((path) => path.endsWith(name)),
      `${name} is not there`,
    )
  }
}

/** What the first failed test of a spec file left. */
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

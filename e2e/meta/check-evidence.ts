import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { strFromU8, unzipSync } from 'fflate'

import { Faults, type Finding } from './finding.ts'
import type { Obstacles } from './obstacles.ts'
import type { SuiteRun } from './suite-run.ts'

const resultsFolder = join(import.meta.dirname, '../../test-results/meta')
const mustBeThere = [
  'trace.zip',
  'window-1.png',
  'main.log',
  'window.log',
  'health.json',
  'open-streams-and-runs.json',
]

/** A test that fails with a secret in every place that evidence is taken from: the evidence is there, the secret not. */
export function checkEvidence(run: SuiteRun, { plantedKey, plainMarker }: Obstacles): Finding[] {
  const faults = new Faults()
  const folder = readdirSync(resultsFolder).find((name) => name.startsWith('18-evidence'))
  const files = folder === undefined ? [] : filesUnder(join(resultsFolder, folder))
  for (const name of mustBeThere) {
    faults.expect(
      files.some((path) => path.endsWith(name)),
      `${name} is not there`,
    )
  }
  const texts = files.flatMap(textsIn)
  for (const { where, text } of texts)
    faults.expect(!text.includes(plantedKey), `the secret stands in ${where}`)
  const printed = run.lines.map(({ text }) => text).join('\n')
  faults.expect(!printed.includes(plantedKey), 'the secret was printed')
  faults.expect(printed.includes('the test says [redacted] too'), 'what the test printed is not there')
  // Had it not been looked for in the right places, this would not be found there either.
  for (const name of ['trace.zip', 'window.log', 'main.log', 'health.json']) {
    faults.expect(
      texts.some(({ where, text }) => where.includes(name) && text.includes(plainMarker)),
      `${name} does not hold what was written beside the secret`,
    )
  }
  return [
    {
      fault: 'a secret planted in a failing test',
      reportedAfterMs: null,
      message: `in ${texts.length} texts of ${files.length} files, traces unpacked: nowhere`,
      next: 'picture, trace, logs, health, streams and runs are there',
      faults: faults.list,
    },
  ]
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

// Shows that the contract suite notices an abort that does not reach its source: takes the abort away in the
// wrapper around every source, runs the suite, and fails unless the suite does.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const config = fileURLToPath(new URL('./mutation.vitest.config.ts', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

const folder = mkdtempSync(join(tmpdir(), 'parley-mutation-'))
const reportFile = join(folder, 'report.json')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', config, '--reporter', 'json', '--outputFile', reportFile],
  { stdio: ['ignore', 'ignore', 'inherit'] },
)
const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
rmSync(folder, { recursive: true })
const failed = report.testResults
  .flatMap((file) => file.assertionResults)
  .filter((result) => result.status === 'failed')

console.log(`with the abort ignored: ${report.numPassedTests} passed, ${report.numFailedTests} failed`)
for (const { fullName } of failed) console.log(`  red: ${fullName}`)
const isCaught = status !== 0 && failed.some(({ fullName }) => fullName.includes('stopped in mid-await'))
console.log(isCaught ? 'The suite catches it.' : 'The suite does NOT catch it.')
process.exitCode = isCaught ? 0 : 1

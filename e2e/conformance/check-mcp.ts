// Runs the MCP conformance suite against Parley as a client and as a server, and prints one line per scenario.
// usage: npm run check:mcp -- [--only client|server] [--scenario NAME]
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { knownWord } from '../fake-cli/parts/known-words.ts'
import { formatTable } from '../helpers/table.ts'
import { toolFile } from '../../scripts/parts/programs/tools.mjs'
import { openHttpAdapter } from './http-adapter.ts'
import { clientScenarios, type Scenario, serverScenarios } from './scenarios.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, scenario: { type: 'string' } } })
const only =
  values.only === undefined ? null : knownWord(values.only, '--only', ['client', 'server'] as const)

const project = join(import.meta.dirname, '../..')
const suite = toolFile('@modelcontextprotocol/conformance/dist/index.js')
const client = `${process.execPath} ${join(project, 'scripts/run-typescript.mjs')} ${join(import.meta.dirname, 'client.ts')}`
/** The suite writes its results into its working directory. */
const folder = mkdtempSync(join(tmpdir(), 'parley-conformance-'))
const rows: string[][] = []
let unexpected = 0

try {
  if (only !== 'server') {
    for (const scenario of wanted(clientScenarios)) {
      await play('client', scenario, ['client', '--command', client, '--timeout', '60000'])
    }
  }
  if (only !== 'client') {
    const userData = join(folder, 'data')
    const adapter = await openHttpAdapter(process.execPath, [
      join(project, 'bin/parley-mcp.mjs'),
      '--user-data',
      userData,
    ])
    try {
      for (const scenario of wanted(serverScenarios)) {
        await play('server', scenario, ['server', '--url', adapter.url])
      }
    } finally {
      await adapter.close()
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(formatTable(['side', 'scenario', 'checks', 'result', 'why'], rows))
console.log(unexpected === 0 ? 'As expected.' : `${unexpected} not as expected.`)
process.exitCode = unexpected === 0 ? 0 : 1

function wanted(scenarios: readonly Scenario[]): readonly Scenario[] {
  return scenarios.filter(({ name }) => values.scenario === undefined || values.scenario === name)
}

async function play(
  side: 'client' | 'server',
  { name, why = '', isExpectedToFail }: Scenario,
  args: readonly string[],
): Promise<void> {
  if (why !== '' && isExpectedToFail !== true) {
    rows.push([side, name, '', 'does not apply', why])
    return
  }
  const output = await run([...args, '--scenario', name])
  const checks = /Passed: (\d+\/\d+)/.exec(output)?.[1] ?? ''
  const hasPassed = /^Passed: (\d+)\/\1, 0 failed, 0 warnings/m.test(output)
  if (hasPassed === (isExpectedToFail === true)) {
    unexpected += 1
    console.log(output)
  }
  rows.push([side, name, checks, hasPassed ? 'pass' : 'fail', why])
}

function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { cwd: folder, timeout: 120_000 }, (_error, out, errors) =>
      resolve(`${out}${errors}`),
    )
  })
}

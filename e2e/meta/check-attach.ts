import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { attachTo } from '../../scripts/parts/attach.mjs'
import { type Host, startHost } from '../helpers/host.ts'
import { connectWireClient } from '../helpers/wire-client.ts'
import { Faults, type Finding } from './finding.ts'

const projectFolder = join(import.meta.dirname, '../..')
/** Of which the start of the program itself takes some 200 ms. */
const failsWithinMs = 1_000

/** The suite on an app that was running before it: a well one is used and left alone, a broken one refused at once. */
export async function checkAttach(): Promise<Finding[]> {
  const host = await startHost({ args: ['--keep-alive'], env: { PARLEY_TEST: '1' } })
  try {
    // The key works once: whoever comes later finds the cookie that it was exchanged for.
    await attachTo(host.url)
    return [await checkWell(host), await checkBroken(host)]
  } finally {
    await host.stop()
  }
}

async function checkWell(host: Host): Promise<Finding> {
  const faults = new Faults()
  const { exitCode, output } = await runAttached(host.url)
  faults.expect(exitCode === 0, `it ended with ${exitCode}:\n${output}`)
  faults.expect(/[1-9]\d* passed, 0 failed/.test(output), 'it ran no test')
  const client = await hostClient(host)
  const { sessions } = await client.invoke('sessions.list', {})
  faults.expect(sessions.length === 0, `it left ${sessions.length} chats behind`)
  faults.expect((await client.invoke('health.get', {})).bootId === host.bootId, 'the app is another one now')
  await client.close()
  return {
    fault: '--attach to an app that is well',
    reportedAfterMs: null,
    message: /\d+ passed, \d+ failed/.exec(output)?.[0] ?? '',
    next: 'the app goes on, without the chats that tests made',
    faults: faults.list,
  }
}

async function checkBroken(host: Host): Promise<Finding> {
  const faults = new Faults()
  const client = await hostClient(host)
  await client.invoke('test.shutRuns', {})
  await client.close()
  const { exitCode, output, durationMs } = await runAttached(host.url)
  faults.expect(exitCode === 1, `it ended with ${exitCode}`)
  faults.expect(
    output.includes('runs: Error: the run manager was shut by test.shutRuns'),
    `it says:\n${output}`,
  )
  faults.expect(output.includes('check runs is failing'), 'it does not say which check fails')
  faults.expect(/^\s+at .+:\d+:\d+\)?$/m.test(output), 'there is no trace')
  faults.expect(durationMs <= failsWithinMs, `it took ${Math.round(durationMs)} ms`)
  return {
    fault: '--attach to an app that is degraded',
    reportedAfterMs: durationMs,
    message: 'runs: Error: the run manager was shut by test.shutRuns',
    next: 'no test was started',
    faults: faults.list,
  }
}

async function runAttached(
  url: string,
): Promise<{ exitCode: number | null; output: string; durationMs: number }> {
  const startedMs = performance.now()
  const { PARLEY_SUITE_RUN: _run, PARLEY_SUITE_RUNNER: _runner, ...environment } = process.env
  const child = spawn(
    process.execPath,
    [join(projectFolder, 'scripts/test.mjs'), '--only', 'e2e', '--attach', url],
    {
      cwd: projectFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    },
  )
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { exitCode, output, durationMs: performance.now() - startedMs }
}

async function hostClient(host: Host) {
  const { pageUrl, cookie } = await attachTo(host.url)
  return connectWireClient(pageUrl, `${cookie.name}=${cookie.value}`)
}

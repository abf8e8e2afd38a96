import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { attachTo } from '../../scripts/parts/tests/attach.mjs'
import { type Host, startHost } from '../helpers/processes/host.ts'
import { connectWireClient, type WireClient } from '../helpers/wire-client.ts'
import type { SessionId } from '../../src/shared/ids.ts'
import { Faults, type Finding } from './finding.ts'
import { GrantedTimeline } from '../suite/limits/granted-timeline.ts'

const projectFolder = join(import.meta.dirname, '../..')
/** Attaches the suite to a running app: a healthy one is used and left alone, a broken one is refused at once. */
export async function checkAttach(): Promise<Finding[]> {
  const host = await startHost({ args: ['--keep-alive'], env: { PARLEY_TEST: '1' } })
  try {
    // The key works once, so exchange it now; later calls find the cookie.
    await attachTo(host.url)
    return [await checkWell(host), await checkBroken(host)]
  } finally {
    await host.stop()
  }
}

async function checkWell(host: Host): Promise<Finding> {
  const faults = new Faults()
  const client = await hostClient(host)
  const inUse: Promise<SessionId>[] = []
  // Someone else uses the app: what they create and run beside the tests is theirs.
  const { exitCode, output } = await runAttached(host, (text) => {
    if (inUse.length === 0 && text.includes('ok  ')) inUse.push(askForStory(client))
  })
  faults.expect(exitCode === 0, `it exited with ${exitCode}:\n${output}`)
  faults.expect(/[1-9]\d* passed, 0 failed/.test(output), 'it ran no test')
  const [theirs] = await Promise.all(inUse)
  const { sessions } = await client.invoke('sessions.list', {})
  faults.expect(
    sessions.map(({ id }) => id).join() === theirs,
    `it left ${sessions.length} chats, and not only the one that someone else started`,
  )
  const { comparisons } = await client.invoke('compare.list', {})
  faults.expect(comparisons.length === 0, `it left ${comparisons.length} comparisons behind`)
  if (theirs !== undefined) {
    const { messages } = await client.invoke('sessions.get', { sessionId: theirs })
    faults.expect(messages.at(-1)?.status !== 'partial', 'it stopped an answer that was not its own')
  }
  faults.expect((await client.invoke('health.get', {})).bootId === host.bootId, 'the app was restarted')
  await client.close()
  return {
    fault: '--attach to a healthy app',
    reportedAfterMs: null,
    grantedMs: null,
    message: /\d+ passed, \d+ failed/.exec(output)?.[0] ?? '',
    next: 'the app keeps running, without the chats of the tests, with what someone else started',
    faults: faults.list,
  }
}

async function checkBroken(host: Host): Promise<Finding> {
  const faults = new Faults()
  const client = await hostClient(host)
  await client.invoke('test.shutRuns', {})
  await client.close()
  // The command's own start-up does not count as time spent on the app.
  const bare = await runCommand(['--only', 'nothing'], { appPid: host.pid })
  const { exitCode, output, durationMs, grantedMs } = await runAttached(host)
  const delay = {
    reportedAfterMs: Math.max(0, durationMs - bare.durationMs),
    grantedMs: Math.max(0, grantedMs - bare.grantedMs),
  }
  faults.expect(exitCode === 1, `it exited with ${exitCode}`)
  faults.expect(
    output.includes('runs: Error: the run manager was shut by test.shutRuns'),
    `it says:\n${output}`,
  )
  faults.expect(output.includes('check runs is failing'), 'it does not name the failing check')
  faults.expect(/^\s+at .+:\d+:\d+\)?$/m.test(output), 'there is no trace')
  faults.expectInTime(delay)
  return {
    fault: '--attach to a degraded app',
    ...delay,
    message: 'runs: Error: the run manager was shut by test.shutRuns',
    next: 'no test was started',
    faults: faults.list,
  }
}

async function askForStory(client: WireClient): Promise<SessionId> {
  const { session } = await client.invoke('sessions.create', { model: 'demo/writer' })
  await client.invoke('runs.send', { sessionId: session.id, text: 'Something long, beside the tests' })
  return session.id
}

interface CommandRun {
  exitCode: number | null
  output: string
  durationMs: number
  grantedMs: number
}

function runAttached(host: Host, onOutput?: (text: string) => void): Promise<CommandRun> {
  const args = ['--only', 'e2e', '--attach', host.url]
  return runCommand(args, { appPid: host.pid, ...(onOutput === undefined ? {} : { onOutput }) })
}

async function runCommand(
  args: readonly string[],
  { appPid, onOutput = () => {} }: { appPid: number; onOutput?: (text: string) => void },
): Promise<CommandRun> {
  const startedMs = performance.now()
  const { PARLEY_SUITE_RUN: _run, PARLEY_SUITE_RUNNER: _runner, ...environment } = process.env
  const child = spawn(process.execPath, [join(projectFolder, 'scripts/test.mjs'), ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
  })
  const timeline = new GrantedTimeline(child.pid === undefined ? [appPid] : [child.pid, appPid])
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    onOutput(text)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  timeline.stop()
  return {
    exitCode,
    output,
    durationMs: performance.now() - startedMs,
    grantedMs: timeline.until(Date.now()),
  }
}

async function hostClient(host: Host) {
  const { pageUrl, cookie } = await attachTo(host.url)
  return connectWireClient(pageUrl, `${cookie.name}=${cookie.value}`)
}

// Attaches the suite to a running app: a healthy one is used and left alone, a broken one is refused at once. Beside it,
// runs the suite on an app that breaks after its last test.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { attachTo } from '../../scripts/parts/tests/attach.mjs'
import type { SessionId } from '../../src/shared/ids.ts'
import { type Host, startHost } from '../helpers/processes/host.ts'
import { connectWireClient, type WireClient } from '../helpers/wire-client.ts'
import { GrantedTimeline } from '../suite/limits/granted-timeline.ts'
import { expectInTime } from './delay.ts'
import { runSuite, suiteEnvironment, type SuiteRun } from './suite-run.ts'

const projectFolder = join(import.meta.dirname, '../..')
let host: Host
let late: Promise<SuiteRun>

beforeAll(async () => {
  late = runSuite(['05-throw-late'], process.env)
  host = await startHost({ args: ['--keep-alive'], env: { PARLEY_TEST: '1' } })
  // The key works once, so exchange it now; later calls find the cookie.
  await attachTo(host.url)
})

afterAll(async () => {
  await host.stop()
  await late
})

test('attached to a healthy app, deletes only what its tests created, and neither stops nor restarts anything', async () => {
  const client = await hostClient()
  const inUse: Promise<SessionId>[] = []
  // Someone else uses the app: what they create and run beside the tests is theirs.
  const { exitCode, output } = await runAttached((text) => {
    if (inUse.length === 0 && text.includes('ok  ')) inUse.push(askForStory(client))
  })
  expect(exitCode, output).toBe(0)
  expect(output).toMatch(/[1-9]\d* passed, 0 failed/)
  const theirs = await Promise.all(inUse)
  expect(theirs).toHaveLength(1)
  const { sessions } = await client.invoke('sessions.list', {})
  expect(sessions.map(({ id }) => id)).toEqual(theirs)
  expect((await client.invoke('compare.list', {})).comparisons).toEqual([])
  for (const sessionId of theirs) {
    const { messages } = await client.invoke('sessions.get', { sessionId })
    expect(messages.at(-1)?.status).not.toBe('partial')
  }
  expect((await client.invoke('health.get', {})).bootId).toBe(host.bootId)
  await client.close()
})

test('refuses to attach to a degraded app at once, and prints what it reports', async () => {
  const client = await hostClient()
  await client.invoke('test.shutRuns', {})
  await client.close()
  // The command's own start-up does not count as time spent on the app.
  const bare = await runCommand(['--only', 'nothing'])
  const { exitCode, output, reportedAfterMs, grantedMs } = await runAttached()
  expect(exitCode).toBe(1)
  expect(output).toContain('runs: Error: the run manager was shut by test.shutRuns')
  expect(output).toContain('check runs is failing')
  expect(output).toMatch(/^\s+at .+:\d+:\d+\)?$/m)
  expect(output).not.toContain('ok  ')
  expectInTime({
    reportedAfterMs: reportedAfterMs - bare.reportedAfterMs,
    grantedMs: grantedMs - bare.grantedMs,
  })
})

test('fails a run in which every test passes and only an app breaks, after its last test', async () => {
  const { exitCode, tests, lines } = await late
  expect(tests.map(({ hasPassed }) => hasPassed)).toEqual([true])
  expect(exitCode).toBe(1)
  expect(lines.map(({ text }) => text)).toContain(
    '  The run failed: the app broke 1 time(s) without failing a test.',
  )
})

async function askForStory(client: WireClient): Promise<SessionId> {
  const { session } = await client.invoke('sessions.create', { model: 'demo/writer' })
  await client.invoke('runs.send', { sessionId: session.id, text: 'Something long, beside the tests' })
  return session.id
}

function runAttached(onOutput?: (text: string) => void) {
  return runCommand(['--only', 'e2e', '--attach', host.url], onOutput)
}

async function runCommand(args: readonly string[], onOutput: (text: string) => void = () => {}) {
  const startedMs = performance.now()
  const child = spawn(process.execPath, [join(projectFolder, 'scripts/run.mjs'), 'test', ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: suiteEnvironment(process.env),
  })
  const timeline = new GrantedTimeline([...(child.pid === undefined ? [] : [child.pid]), host.pid])
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
    reportedAfterMs: performance.now() - startedMs,
    grantedMs: timeline.until(Date.now()),
  }
}

async function hostClient(): Promise<WireClient> {
  const { pageUrl, cookie } = await attachTo(host.url)
  return connectWireClient(pageUrl, `${cookie.name}=${cookie.value}`)
}

// Needs processes: the watchdog is one, and acts when Parley’s own is killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { pidOf } from '../../base/testing/pid-of'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { linuxProcesses } from './linux-processes'
import { isAlive, linesOf, openSupervised } from './testing/supervised'
import { needsProc } from '../../base/testing/needs'
import { scaledTimeout } from '../../../../e2e/suite/slowness.ts'

beforeEach(needsProc)

// Processes take their time on a busy machine; a failure is a hang, not a delay.
vi.setConfig({ testTimeout: scaledTimeout(30_000) })

const hooks = fileURLToPath(new URL('../../base/testing/resolve-typescript.ts', import.meta.url))
const program = fileURLToPath(new URL('testing/killed-host.ts', import.meta.url))

/** Everything that carries the run's mark in its environment. */
async function marked(runId: string): Promise<number[]> {
  const rows = (await linuxProcesses.read()) ?? []
  return rows.map((row) => row.pid).filter((pid) => readEnvironment(pid).includes(`PARLEY_RUN_ID=${runId}`))
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

function isWatchdog(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('parley-watchdog')
}

async function watchdogOf(pid: number): Promise<number | undefined> {
  const rows = (await linuxProcesses.read()) ?? []
  return rows.find((row) => row.parentPid === pid && isWatchdog(row.pid))?.pid
}

/** A Parley in a group of its own, with an agent and what is hard to find of it. */
async function startHost() {
  const runId = crypto.randomUUID()
  const folder = temporaryFolder()
  const host = spawn(process.execPath, ['--import', hooks, program, folder, runId], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const pid = pidOf(host)
  const exited = once(host, 'exit')
  onTestFinished(async () => {
    if (isAlive(pid)) process.kill(-pid, 'SIGKILL')
    await exited
  })
  const [line] = (await once(host.stdout, 'data')) as [Buffer]
  const watchdog = (await watchdogOf(pid)) ?? 0
  return { host, pid, exited, runId, watchdog, noted: line.toString().trim().split(' ').map(Number) }
}

test('agents and all that they started end when Parley and its group are killed', async () => {
  const { pid, exited, runId, watchdog, noted } = await startHost()
  expect(await marked(runId)).toHaveLength(4)
  expect(noted.map((one) => isAlive(one))).toEqual([true, true, true, true])
  expect(isAlive(watchdog)).toBe(true)
  process.kill(-pid, 'SIGKILL')
  await exited
  await vi.waitFor(
    async () => {
      expect(await marked(runId)).toEqual([])
      expect(noted.filter((one) => isAlive(one))).toEqual([])
    },
    { timeout: scaledTimeout(10_000), interval: 50 },
  )
  await vi.waitFor(() => expect(isAlive(watchdog)).toBe(false), {
    timeout: scaledTimeout(10_000),
    interval: 50,
  })
})

test('the watchdog goes with a Parley that ends in order', async () => {
  const { host, exited, runId, watchdog, noted } = await startHost()
  host.stdin.end()
  expect(await exited).toEqual([0, null])
  expect(await marked(runId)).toEqual([])
  expect(noted.filter((one) => isAlive(one))).toEqual([])
  await vi.waitFor(() => expect(isAlive(watchdog)).toBe(false), {
    timeout: scaledTimeout(10_000),
    interval: 50,
  })
})

test('a watchdog that died is there again for the next agent', async () => {
  const { startNode, complaints } = openSupervised()
  const stay = 'console.log("ready"); setInterval(() => {}, 60_000)'
  await linesOf(await startNode(stay))()
  const watchdog = (await watchdogOf(process.pid)) ?? 0
  process.kill(watchdog, 'SIGKILL')
  await vi.waitFor(() => expect(complaints).toHaveLength(1), { timeout: scaledTimeout(10_000) })
  await startNode(stay)
  expect(await watchdogOf(process.pid)).toEqual(expect.any(Number))
})

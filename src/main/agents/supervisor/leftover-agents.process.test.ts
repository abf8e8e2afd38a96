// Needs processes: those that an earlier Parley left behind are found among the system's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { pidOf } from '../../base/testing/pid-of'
import { systemClock } from '../../base/clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { folderKey, markVariable } from './processes/agent-mark'
import { endLeftoverAgents } from './leftover-agents'
import { linuxProcesses } from './processes/linux-processes'
import { isAlive } from './testing/supervised'
import { windowsProcesses } from './processes/system-processes'
import { needsProc } from '../../base/testing/needs'

beforeEach(needsProc)

/** Starts the process that an agent of `owner` would leave behind if Parley and its watchdog were killed. */
async function startLeftover(mark: string): Promise<number> {
  const child = spawn('sh', ['-c', 'trap "" TERM; echo; sleep 60; sleep 60'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], [markVariable]: mark },
  })
  const pid = pidOf(child)
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    if (isAlive(pid)) process.kill(-pid, 'SIGKILL')
    await exited
  })
  await once(child.stdout, 'data')
  return pid
}

test('ends what an earlier Parley with this data folder left behind, and nothing of others', async () => {
  const dataFolder = temporaryFolder()
  const key = folderKey(dataFolder)
  const own = (await linuxProcesses.read())?.find((row) => row.pid === process.pid)
  const marks = {
    gone: `${key}.4000000.77.boot.1`,
    pidUsedAgain: `${key}.${process.pid}.77.boot.1`,
    alive: `${key}.${process.pid}.${own?.startedAt}.boot.1`,
    otherFolder: `${folderKey('/another')}.4000000.77.boot.1`,
  }
  const pids = await Promise.all(Object.values(marks).map((mark) => startLeftover(mark)))
  const files = join(dataFolder, 'agents', 'files')
  for (const name of [...Object.values(marks), 'something else'])
    mkdirSync(join(files, name), { recursive: true })
  const complaints: unknown[] = []
  const complain = (_source: string, error: unknown) => void complaints.push(error)
  await endLeftoverAgents({ dataFolder, clock: systemClock, errors: { fatal: complain, warning: complain } })
  expect(pids.map((pid) => isAlive(pid))).toEqual([false, false, true, true])
  expect(readdirSync(files).toSorted()).toEqual([marks.alive, marks.otherFolder, 'something else'].toSorted())
  expect(complaints).toEqual([])
})

test('removes files with keys even if the system cannot list processes', async () => {
  const dataFolder = temporaryFolder()
  // No system uses this pid.
  const folder = join(dataFolder, 'agents/files', `${folderKey(dataFolder)}.99999999.0.boot.1`)
  mkdirSync(folder, { recursive: true })
  const errors = { fatal: () => {}, warning: () => {} }
  await endLeftoverAgents({ dataFolder, clock: systemClock, errors, table: windowsProcesses })
  expect(existsSync(folder)).toBe(false)
})

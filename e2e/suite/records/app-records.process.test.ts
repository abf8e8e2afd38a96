// Needs processes: records identify processes that outlived the suite by id and start time.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { pidOf } from '../../../src/main/base/testing/pid-of.ts'
import { needsPosix } from '../../../src/main/base/testing/needs.ts'
import { temporaryFolder } from '../../../src/main/base/testing/temporary-folder.ts'
import { withState } from '../../helpers/preserve-state.ts'
import { findLeftovers, recordApp } from './app-records.ts'

// Outside Linux, ps is used.
beforeEach(needsPosix)

/** A process that lives until the test is over, or ends it. */
async function startProcess(): Promise<{ child: ChildProcess; pid: number; end: () => Promise<unknown> }> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  return {
    child,
    pid: pidOf(child),
    end: () => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      return exited
    },
  }
}

const deadPid = () => spawnSync(process.execPath, ['--version']).pid

/** Records an app as a run of the suite with this runner would. */
function recordFor(runnerPid: number, pid: number, folder: string): () => void {
  return withState(process.env, { PARLEY_SUITE_RUNNER: String(runnerPid) }, () =>
    recordApp({ pid, file: 'specs/a.spec.ts', dataFolder: '/data' }, folder),
  )
}

test('reports an app that outlived its suite with its age, each time, and leaves it alone', async () => {
  const folder = temporaryFolder()
  const { child, pid } = await startProcess()
  recordFor(deadPid(), pid, folder)
  const inAnHour = Date.now() + 3_600_000
  for (let look = 1; look <= 2; look += 1) {
    const [leftover, ...others] = findLeftovers({ folder, now: inAnHour })
    expect(leftover).toMatchObject({
      isAlive: true,
      record: { pid, file: 'specs/a.spec.ts', dataFolder: '/data' },
    })
    expect(Math.round((leftover?.ageMs ?? 0) / 60_000)).toBe(60)
    expect(others).toEqual([])
  }
  expect(child.exitCode ?? child.signalCode).toBeNull()
})

test('reports an app that ended without notice once, and removes its record', async () => {
  const folder = temporaryFolder()
  const { pid, end } = await startProcess()
  recordFor(deadPid(), pid, folder)
  await end()
  expect(findLeftovers({ folder })).toMatchObject([{ isAlive: false, record: { pid } }])
  expect(findLeftovers({ folder })).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('ignores apps of another run in progress and of this run', async () => {
  const folder = temporaryFolder()
  const [otherRunner, app, ended] = [await startProcess(), await startProcess(), await startProcess()]
  recordFor(otherRunner.pid, app.pid, folder)
  recordFor(process.pid, ended.pid, folder)
  await ended.end()
  expect(findLeftovers({ folder })).toEqual([])
  expect(readdirSync(folder)).toHaveLength(2)
})

test('does not mistake a reused process id for the app', async () => {
  const folder = temporaryFolder()
  const { pid } = await startProcess()
  recordFor(deadPid(), pid, folder)
  const path = join(folder, `${pid}.json`)
  const record = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...record, began: 'long before' }))
  expect(findLeftovers({ folder })).toMatchObject([{ isAlive: false }])
})

test('forgets an app that was closed; forgetting it again is harmless', async () => {
  const folder = temporaryFolder()
  const { pid } = await startProcess()
  const forget = recordFor(deadPid(), pid, folder)
  forget()
  forget()
  expect(findLeftovers({ folder })).toEqual([])
})

test('starts even if the folder contains something that is not a record', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '1.json'), '{"pid": 1, "fi')
  writeFileSync(join(folder, 'note.txt'), 'nothing')
  expect(findLeftovers({ folder })).toEqual([])
  expect(findLeftovers({ folder: join(folder, 'nowhere') })).toEqual([])
})

// Needs processes: records name processes that outlived the suite, by their id and start time.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { pidOf } from '../../src/main/base/testing/pid-of.ts'
import { needsPosix } from '../../src/main/base/testing/needs.ts'
import { temporaryFolder } from '../../src/main/base/testing/temporary-folder.ts'
import { withState } from '../helpers/preserve-state.ts'
import { findLeftovers, recordApp } from './app-records.ts'

// Outside Linux ps is asked.
beforeEach(needsPosix)

/** A process that lives until the test has ended, or ends it. */
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

/** Records an app as the run of the suite would whose runner is this process. */
function recordFor(runnerPid: number, pid: number, folder: string): () => void {
  return withState(process.env, { PARLEY_SUITE_RUNNER: String(runnerPid) }, () =>
    recordApp({ pid, file: 'specs/a.spec.ts', dataFolder: '/data' }, folder),
  )
}

test('an app that outlived its suite is named with its age, again and again, and is left alone', async () => {
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

test('an app that ended without a word is named once, and its record goes', async () => {
  const folder = temporaryFolder()
  const { pid, end } = await startProcess()
  recordFor(deadPid(), pid, folder)
  await end()
  expect(findLeftovers({ folder })).toMatchObject([{ isAlive: false, record: { pid } }])
  expect(findLeftovers({ folder })).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('an app of another run that still goes on is none of ours, nor is one of this run', async () => {
  const folder = temporaryFolder()
  const [otherRunner, app, ended] = [await startProcess(), await startProcess(), await startProcess()]
  recordFor(otherRunner.pid, app.pid, folder)
  recordFor(process.pid, ended.pid, folder)
  await ended.end()
  expect(findLeftovers({ folder })).toEqual([])
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a number that another process has by now is not taken for the app', async () => {
  const folder = temporaryFolder()
  const { pid } = await startProcess()
  recordFor(deadPid(), pid, folder)
  const path = join(folder, `${pid}.json`)
  const record = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...record, began: 'long before' }))
  expect(findLeftovers({ folder })).toMatchObject([{ isAlive: false }])
})

test('an app that was ended is forgotten, and forgetting it again harms nothing', async () => {
  const folder = temporaryFolder()
  const { pid } = await startProcess()
  const forget = recordFor(deadPid(), pid, folder)
  forget()
  forget()
  expect(findLeftovers({ folder })).toEqual([])
})

test('what stands there and is no record does not keep the suite from starting', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, '1.json'), '{"pid": 1, "fi')
  writeFileSync(join(folder, 'note.txt'), 'nothing')
  expect(findLeftovers({ folder })).toEqual([])
  expect(findLeftovers({ folder: join(folder, 'nowhere') })).toEqual([])
})

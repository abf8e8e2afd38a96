// Needs processes: it reads the system's data about running and waiting ones.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { needsProc } from '../../../src/main/base/testing/needs.ts'
import { descendantsOf, startingChildrenOf, timesOf } from './process-times.ts'

beforeEach(needsProc)

/** A process that runs this program, and prints "ready" when it does. */
async function start(program: string): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const { pid } = child
  if (pid === undefined) throw new Error('it did not start')
  return Object.assign(child, { pid })
}

/** Reads until the value is as expected; the test's own timeout bounds the wait. */
async function until<Value>(get: () => Value, isReached: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = get()
    if (isReached(value)) return value
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a spinning process gets CPU time and is runnable, a sleeping one is neither', async () => {
  const sleeps = await start("console.log('ready'); setInterval(() => {}, 60_000)")
  const spins = await start("console.log('ready'); for (;;);")
  const spinFor20Ms = () => {
    const from = timesOf([spins.pid])[0]?.ranMs ?? Number.NaN
    return until(
      () => timesOf([spins.pid]),
      ([times]) => (times?.ranMs ?? 0) > from + 20,
    )
  }
  const rest = async () => {
    const before = timesOf([sleeps.pid])
    await spinFor20Ms()
    return { before, after: timesOf([sleeps.pid]) }
  }
  // It prints its word a few event-loop turns before it has finished starting.
  let rested = await rest()
  while (!isDeepStrictEqual(rested.before, rested.after)) rested = await rest()
  expect(rested.after).toMatchObject([{ isHeldUp: false }])
  await until(
    () => timesOf([spins.pid]),
    ([times]) => times?.isHeldUp === true,
  )
})

test('finds the descendants of this process at any depth', async () => {
  const child = await start(
    "const { spawn } = require('node:child_process'); const c = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)']); process.on('exit', () => c.kill()); process.stdin.on('end', () => process.exit()).resume(); console.log(c.pid)",
  )
  const found = await until(
    () => descendantsOf(child.pid),
    (pids) => pids.length > 0,
  )
  expect(found).toHaveLength(1)
  expect(descendantsOf(process.pid)).toEqual(expect.arrayContaining([child.pid, ...found]))
  child.stdin?.end()
  await once(child, 'close')
  expect(descendantsOf(child.pid)).toEqual([])
  expect(timesOf([child.pid])).toEqual([])
})

test('finds a child that has not begun its program, and none that has', async () => {
  const shell = spawn('sh', ['-c', '(while kill -0 $$; do sleep 1; done) & sleep 60 & echo ready; wait'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const { pid } = shell
  if (pid === undefined) throw new Error('it did not start')
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'))
  await once(shell.stdout, 'data')
  // The subshell, once `sleep` has begun.
  const starting = await until(
    () => startingChildrenOf(pid),
    ({ length }) => length === 1,
  )
  expect(descendantsOf(pid)).toEqual(expect.arrayContaining(starting))
  expect(startingChildrenOf(process.pid)).not.toContain(pid)
})

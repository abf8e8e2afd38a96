// Needs processes: exit codes, signals and what is left behind come from the system.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, expect, test, vi } from 'vitest'

import { scaledTimeout } from '../../../../e2e/suite/limits/slowness.ts'
import { systemClock } from '../../base/clock'
import { needsProc } from '../../base/testing/needs'
import { isAlive, openSupervised } from '../supervisor/testing/supervised'
import { runCommand } from './run-command'

beforeEach(needsProc)

function open() {
  const { supervisor, dataFolder } = openSupervised()
  const controller = new AbortController()
  const run = (command: string, limitMs = 60_000) =>
    runCommand(
      { supervisor, clock: systemClock },
      { command, folder: dataFolder, runId: 'run', limitMs, signal: controller.signal },
    )
  const pidIn = (file: string) => Number(readFileSync(join(dataFolder, file), 'utf8'))
  const isWritten = (file: string) =>
    vi.waitFor(() => expect(existsSync(join(dataFolder, file)) && pidIn(file) > 0).toBe(true), {
      timeout: scaledTimeout(10_000),
    })
  return { run, stop: () => controller.abort(), pidIn, isWritten, dataFolder }
}

test('reports the exit code and both outputs in order, and gives the command no input', async () => {
  const { run, dataFolder } = open()
  const result = await run(`pwd; echo "it's bad" >&2; cat; echo \${OPENAI_API_KEY:-none}; exit 3`)
  expect(result).toMatchObject({ ended: 'exited', exitCode: 3, isCut: false })
  expect(result.output).toBe(`${realpathSync.native(dataFolder)}\nit's bad\nnone`)
})

test('a command that the shell does not understand fails with the message of the shell', async () => {
  const result = await open().run(`echo "never closed`)
  expect(result.exitCode).toBeGreaterThan(0)
  expect(result.output).not.toBe('')
})

test('keeps only the last lines of a lot of output', async () => {
  const result = await open().run('head -c 20000000 /dev/zero | tr "\\0" "x"; seq 1 5000')
  expect(result).toMatchObject({ exitCode: 0, isCut: true })
  expect(result.output.split('\n')).toHaveLength(40)
  expect(result.output.endsWith('\n4999\n5000')).toBe(true)
})

test('at its time limit, a command that ignores signals is killed with what it started in another session', async () => {
  const { run, pidIn } = open()
  const result = await run(
    `trap '' INT TERM; setsid sh -c 'echo $$ > child; sleep 600' & echo $$ > own; while :; do sleep 1; done`,
    1_500,
  )
  expect(result).toMatchObject({ ended: 'limit', exitCode: null })
  expect([isAlive(pidIn('own')), isAlive(pidIn('child'))]).toEqual([false, false])
})

test('what a command leaves running in the background ends with it', async () => {
  const { run, pidIn } = open()
  const result = await run('sleep 600 & echo $! > child; echo done')
  expect(result).toMatchObject({ ended: 'exited', exitCode: 0, output: 'done' })
  expect(isAlive(pidIn('child'))).toBe(false)
})

test('stop ends a command and keeps what it has printed', async () => {
  const { run, stop, pidIn, isWritten } = open()
  const running = run('echo begun; echo $$ > own; sleep 600')
  await isWritten('own')
  stop()
  expect(await running).toMatchObject({ ended: 'stopped', exitCode: null, output: 'begun' })
  expect(isAlive(pidIn('own'))).toBe(false)
})

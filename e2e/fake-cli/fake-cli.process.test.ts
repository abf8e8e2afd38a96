// Needs processes: exit codes, signals and leftover processes are its subject.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { installFakes } from './install-fakes.ts'
import { isAlive, runFake } from './testing/run-fake.ts'
import { needsProc } from '../../src/main/base/testing/needs.ts'

beforeEach(needsProc)

const fakes = installFakes({ only: ['fake-cli'] })
afterAll(() => fakes[Symbol.dispose]())

const start = (...args: string[]) => runFake(fakes.executable('fake-cli'), args, 'the prompt')
const typesOf = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as { type: string }).type)

it('prints the session first, then messages for the given time, then a result', async () => {
  await using run = start('--duration', '60', '--interval', '10')
  const { code, stdout } = await run.ended

  const types = typesOf(stdout.trimEnd().split('\n'))
  expect(code).toBe(0)
  expect(types[0]).toBe('session')
  expect(types.at(-1)).toBe('result')
  expect(new Set(types.slice(1, -1))).toEqual(new Set(['message']))
  expect(run.lines()[0]).toContain('"prompt":"the prompt"')
})

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('reports that %s cancelled it, and exits with %i', async (signal, exitCode) => {
  await using run = start('--duration', '60000')
  await run.line('"message"')
  run.kill(signal)

  const { code } = await run.ended
  expect(code).toBe(exitCode)
  expect(JSON.parse(run.lines().at(-1) ?? '')).toEqual({ type: 'cancelled', signal })
})

it('ignores the given signals, except SIGKILL', async () => {
  await using run = start('--duration', '60000', '--interval', '10', '--ignore', 'SIGINT,SIGTERM')
  await run.line('"index":0')
  run.kill('SIGINT')
  run.kill('SIGTERM')
  await run.line(`"index":${run.lines().length + 1}`)
  run.kill('SIGKILL')

  expect(await run.ended).toMatchObject({ code: null, signal: 'SIGKILL' })
})

describe('processes left behind', () => {
  it.each([
    'child',
    'child own-session',
    'child own-session reparented',
    'child own-session reparented without-environment deaf',
  ])('survive the end of the fake: %s', async (what) => {
    await using run = start('--duration', '60000', '--leave', what)
    const left = JSON.parse(await run.line('"left"')) as { pid: number }
    run.kill('SIGKILL')
    await run.ended

    expect(isAlive(left.pid)).toBe(true)
    process.kill(left.pid, 'SIGKILL')
  })
})

it.each([
  [['--half-line'], 0, /\n\{"type":"mess$/],
  [['--invalid-json'], 0, /\n\{"type": no json at all\}\n/],
  [['--no-result'], 0, /"type":"message"[^\n]*\n$/],
  [['--exit-code', '7'], 7, /"type":"result"[^\n]*\n$/],
  [['--slow-start', '50'], 0, /"type":"result"[^\n]*\n$/],
] as const)('misbehaves as requested: %j', async (args, exitCode, shape) => {
  await using run = start('--duration', '10', ...args)

  const { code, stdout } = await run.ended
  expect(code).toBe(exitCode)
  expect(stdout).toMatch(shape)
})

it('writes a line of 5 MB, and floods standard error', async () => {
  await using run = start('--duration', '10', '--big-line', '5', '--flood-stderr', '256')

  const { stdout, stderr } = await run.ended
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeGreaterThan(5 * 1_048_576)
  expect(stderr.length).toBeGreaterThan(256 * 1_024 - 1)
})

it('hangs after its result until it is killed', async () => {
  await using run = start('--duration', '10', '--hang')
  await run.line('"result"')
  expect(isAlive(run.pid)).toBe(true)
  run.kill('SIGTERM')

  expect((await run.ended).code).toBe(143)
})

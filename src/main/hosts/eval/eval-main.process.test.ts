// Needs processes: exit codes, signals and what a killed process leaves behind are under test.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { startFakeProvider } from '../../../../e2e/fake-provider/fake-provider.ts'
import { completeStream } from '../../../../e2e/fake-provider/script.ts'
import { scaledTimeout } from '../../../../e2e/suite/limits/slowness.ts'
import type { SetId, SetRunId } from '../../../shared/ids'
import { systemClock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import { openSessionDatabase } from '../../store/opening/open-session-database'
import { SetStore } from '../../store/sets/set-store'
import { WatchStore } from '../../store/sets/watch-store'
import { builtProgram } from '../../base/testing/built-program'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { lockDataFolder } from '../../store/opening/data-folder-lock'

const program = builtProgram('eval')

function start(args: string[], environment: NodeJS.ProcessEnv = {}) {
  const child: ChildProcess = spawn(process.execPath, [program, ...args], {
    // Without what else this machine sets, but with what Node has compiled.
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PARLEY_LOCAL_SERVERS: '[]',
      PARLEY_AGENT_FOLDERS: '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output, errors }))
  return { child, ended }
}

test('exit codes distinguish passed, failed and not run', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'mine.csv')
  const data = join(folder, 'data')
  const run = (...more: string[]) =>
    start([file, '--user-data', data, '--model', 'demo/brief', ...more]).ended
  writeFileSync(file, 'prompt,matches\nHello,.\n')
  expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('1 of 1 passed') })

  writeFileSync(file, 'prompt,equals\nHello,42\n')
  const out = join(folder, 'out.json')
  expect(await run('--out', out)).toMatchObject({
    code: 1,
    output: expect.stringContaining('FAILED "Hello"'),
  })
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ prompts: [{ answers: [{ passed: false }] }] })

  const pages = join(folder, 'pages.jsonl')
  writeFileSync(pages, JSON.stringify({ prompt: 'Hello', checks: [{ kind: 'renders', seconds: 1 }] }))
  expect(await start([pages, '--user-data', data, '--model', 'demo/brief']).ended).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 page was not checked: that needs a window, so open Parley\n'),
  })

  expect(await run('--model', 'nobody/knows')).toMatchObject({ code: 2 })
  // Before anything is asked: a report would be printed otherwise.
  expect(await run('--new', '--baseline', 'gone')).toMatchObject({ code: 2, output: '' })
  const lock = lockDataFolder(data)
  const refused = await run()
  lock.release()
  expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining('DATA_FOLDER_IN_USE') })
})

test('--watch asks a watched set again, and says which model has changed', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  const says = (text: string) => fake.script('m', completeStream([{ type: 'tokens', tokens: [text] }]))
  const environment = {
    PARLEY_LOCAL_SERVERS: JSON.stringify([{ id: 'local', name: 'Local', baseUrl: fake.baseUrl }]),
  }
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const file = join(folder, 'mine.csv')
  writeFileSync(file, `prompt,contains\n${'What is it?,42\n'.repeat(12)}`)
  says('It is 42')
  const model = ['--model', 'local/m']
  const { output: first } = await start([file, '--user-data', data, ...model], environment).ended
  const watch = () => start(['mine.csv', '--watch', '--user-data', data], environment).ended
  expect(await watch()).toMatchObject({
    code: 2,
    errors: expect.stringContaining('watch of this set was not found'),
  })

  const database = openSessionDatabase(data, { clock: systemClock, onSlowStatement: () => {} })
  const baselineId = (/^run (\S+)$/m.exec(first)?.[1] ?? '') as SetRunId
  const [set] = new SetStore(database, { clock: systemClock, newId: randomUUID as NewId }).list()
  new WatchStore(database).put({
    setId: set?.id ?? ('none' as SetId),
    baselineId,
    every: 'week',
    repeats: 1,
    limitUsd: null,
    control: null,
    nextAt: 0,
    problem: null,
    told: [],
  })
  database.close()
  expect(await watch()).toMatchObject({
    code: 0,
    output: expect.stringContaining('local/m: no change beyond chance (0 worse, 0 better of 12 pairs'),
  })
  says('It is 41')
  expect(await watch()).toMatchObject({
    code: 1,
    output: expect.stringContaining('local/m: CHANGED, passes less (12 worse, 0 better of 24 pairs'),
  })
})

test('--list prints each set with its id and its number of prompts, and nothing where there is none', async () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const list = () => start(['--list', '--user-data', data]).ended
  expect(await list()).toEqual({ code: 0, output: '', errors: '' })

  writeFileSync(join(folder, 'two.csv'), 'prompt\nHello\nGoodbye\n')
  await start([join(folder, 'two.csv'), '--user-data', data, '--model', 'demo/brief']).ended
  expect(await list()).toMatchObject({ code: 0, output: expect.stringMatching(/^[^\t]+\t2\ttwo\.csv\n$/) })

  const lock = lockDataFolder(data)
  const refused = await list()
  lock.release()
  expect(refused).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('DATA_FOLDER_IN_USE'),
  })
})

test('a run that is killed repeatedly resumes, and never asks an answered cell twice', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  fake.script('m', completeStream([{ type: 'tokens', tokens: ['It is ', '42'], perSecond: 50 }]))
  const folder = temporaryFolder()
  const file = join(folder, 'many.jsonl')
  const lines = Array.from({ length: 40 }, (_, index) =>
    JSON.stringify({ prompt: `Q${index}`, contains: '42' }),
  )
  writeFileSync(file, lines.join('\n'))
  const args = [file, '--user-data', join(folder, 'data'), '--model', 'local/m', '--at-once', '2']
  const environment = {
    PARLEY_LOCAL_SERVERS: JSON.stringify([{ id: 'local', name: 'Local', baseUrl: fake.baseUrl }]),
  }
  for (let kill = 1; kill <= 3; kill++) {
    const { child, ended } = start(args, environment)
    await expect
      .poll(() => fake.requests.length, { timeout: scaledTimeout(10_000) })
      .toBeGreaterThanOrEqual(kill * 8)
    child.kill('SIGKILL')
    await ended
  }
  const { code, output } = await start(args, environment).ended
  expect([code, output]).toEqual([0, expect.stringContaining('40 of 40 passed')])
  // Each kill loses at most the requests in progress.
  expect(fake.requests.length).toBeLessThanOrEqual(40 + 3 * 2)
})

test('a judge runs after the run, and a killed judge resumes without another run', async () => {
  const fake = await startFakeProvider()
  onTestFinished(() => fake.close())
  fake.script('m', completeStream([{ type: 'tokens', tokens: ['It is 42'] }]))
  const verdict = '{"why": "Same.", "better": "tie"}'
  fake.script('j', completeStream([{ type: 'tokens', tokens: [verdict, ' '], perSecond: 10 }]))
  const folder = temporaryFolder()
  const file = join(folder, 'two.csv')
  writeFileSync(file, 'prompt,contains\nQ1,42\nQ2,42\n')
  const common = [file, '--user-data', join(folder, 'data'), '--judge', 'local/j', '--at-once', '1']
  const args = [...common, '--model', 'local/m', '--model', 'local/m']
  const environment = {
    PARLEY_LOCAL_SERVERS: JSON.stringify([{ id: 'local', name: 'Local', baseUrl: fake.baseUrl }]),
  }
  const asked = (model: string) =>
    fake.requests.filter(({ body }) => (body as { model?: string }).model === model).length
  const { child, ended } = start(args, environment)
  await expect.poll(() => asked('j'), { timeout: scaledTimeout(10_000) }).toBeGreaterThanOrEqual(2)
  child.kill('SIGKILL')
  await ended
  const { code, output } = await start(args, environment).ended
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('judge local/j: 2 pairs, 2 ties (0 contradictory), 0 unreadable'),
  ])
  expect(output).toContain('local/m: wins 0 of 2')
  expect(asked('m')).toBe(4)
  expect(asked('j')).toBeLessThanOrEqual(5)

  const alone = await start([...common, '--new', '--model', 'local/m'], environment).ended
  expect(alone).toMatchObject({ code: 2, errors: expect.stringContaining('a judge compares') })
})

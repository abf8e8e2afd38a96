// Needs processes: the system decides when pipes fill up and how long they stay open.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { beforeEach, expect, test, vi } from 'vitest'

import { readLines } from '../../base/read-lines'
import { isAlive, linesOf, openSupervised } from './testing/supervised'
import { needsProc } from '../../base/testing/needs'
import { scaledTimeout } from '../../../../e2e/suite/limits/slowness.ts'

beforeEach(needsProc)

const stay = 'setInterval(() => {}, 60_000); console.log("ready");'

function modeOf(file: string): number {
  return statSync(file).mode & 0o777
}

async function sizeOf(stdout: AsyncIterable<Buffer>): Promise<number> {
  let sizeBytes = 0
  for await (const chunk of stdout) sizeBytes += chunk.length
  return sizeBytes
}

function startShell(supervised: ReturnType<typeof openSupervised>, script: string) {
  const command = { executable: '/bin/sh', args: ['-c', script], environment: {} }
  return supervised.supervisor.start({ command, folder: supervised.dataFolder, runId: 'run' })
}

test('a program that prints faster than it is read has to wait, and loses nothing', async () => {
  const supervised = openSupervised()
  const print = 'head -c 50000000 /dev/zero; echo all >&2'
  const [unread, read] = await Promise.all([startShell(supervised, print), startShell(supervised, print)])
  expect(await sizeOf(read.stdout)).toBe(50_000_000)
  await read.exited
  expect([read.stderr(), unread.stderr(), isAlive(unread.pid)]).toEqual(['all\n', '', true])
  expect(unread.stdout.readableLength).toBeLessThan(300_000)
  expect(await sizeOf(unread.stdout)).toBe(50_000_000)
})

test('output from before the exit is available to a reader that starts after it', async () => {
  const supervised = openSupervised()
  const agent = await startShell(supervised, 'echo first; echo last')
  await agent.exited
  const lines = []
  for await (const line of readLines(agent.stdout)) lines.push(line)
  expect(lines).toEqual(['first', 'last'])
})

test('an agent without a reader ends immediately although its pipe is full', async () => {
  const supervised = openSupervised({
    timeouts: { askedMs: 60_000, terminatedMs: 60_000, killTreeMs: 3_000 },
  })
  const agent = await startShell(
    supervised,
    `trap 'head -c 1000000 /dev/zero; exit 0' INT; echo ready >&2; while :; do sleep 0.05; done`,
  )
  await vi.waitFor(() => expect(agent.stderr()).toBe('ready\n'), { timeout: scaledTimeout(10_000) })
  await agent.end()
  expect(await agent.exited).toEqual({ code: 0, signal: null })
})

test('a flood on standard error blocks nothing, and its end is kept', async () => {
  const supervised = openSupervised()
  const agent = await startShell(supervised, 'head -c 30000000 /dev/zero >&2; echo the end >&2; exit 3')
  expect(await agent.exited).toEqual({ code: 3, signal: null })
  expect(agent.stderr()).toHaveLength(64_000)
  expect(agent.stderr()).toMatch(/the end\n$/)
})

test('endless standard error does not prevent the end', async () => {
  const supervised = openSupervised()
  const agent = await startShell(supervised, 'cat /dev/zero >&2')
  await vi.waitFor(() => expect(agent.stderr()).toHaveLength(64_000), { timeout: scaledTimeout(10_000) })
  await agent.end()
  expect(isAlive(agent.pid)).toBe(false)
})

test('a secret that an agent was given does not appear in its error output', async () => {
  const { startNode } = openSupervised()
  const agent = await startNode(
    `process.stderr.write('no: ' + process.env.GATEWAY_TOKEN + ' at https://me:hidden@host.example sk-${'a'.repeat(30)}')`,
    { environment: { GATEWAY_TOKEN: 'plain words of mine' } },
  )
  await agent.exited
  expect(agent.stderr()).toBe('no: [redacted] at https://[redacted]@host.example [redacted]')
})

test('an agent’s files are private, named by a variable, and removed after its end', async () => {
  const { supervisor, dataFolder } = openSupervised()
  const agent = await supervisor.start({
    command: {
      executable: process.execPath,
      args: ['-e', `console.log(process.env.SOME_CONFIG); ${stay}`],
      environment: {},
      files: [{ variable: 'SOME_CONFIG', name: 'config.json', content: '{"key":1}' }],
    },
    folder: dataFolder,
    runId: 'run',
  })
  const path = await linesOf(agent)()
  expect([readFileSync(path, 'utf8'), modeOf(path), modeOf(dirname(path))]).toEqual([
    '{"key":1}',
    0o600,
    0o700,
  ])
  await agent.end()
  expect(readdirSync(join(dataFolder, 'agents', 'files'))).toEqual([])
})

test('a failed start reports the reason, and leaves no file', async () => {
  const { supervisor, dataFolder } = openSupervised()
  const program = join(dataFolder, 'program')
  writeFileSync(program, 'no program', { mode: 0o644 })
  mkdirSync(join(dataFolder, 'work'))
  const start = (executable: string, folder = 'work') =>
    supervisor.start({
      command: { executable, args: [], environment: {}, files: [{ variable: 'X', name: 'x', content: 'x' }] },
      folder: join(dataFolder, folder),
      runId: 'run',
    })
  await expect(start(join(dataFolder, 'absent'))).rejects.toMatchObject({
    code: 'AGENT_NOT_INSTALLED',
    data: { reason: 'program-gone', executable: join(dataFolder, 'absent') },
  })
  await expect(start(program)).rejects.toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'not-started', executable: program, detail: 'EACCES' },
  })
  await expect(start(process.execPath, 'gone')).rejects.toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'no-folder', folder: join(dataFolder, 'gone') },
  })
  expect(readdirSync(join(dataFolder, 'agents', 'files'))).toEqual([])
  expect(supervisor.count()).toBe(0)
})

test('tells how much processor time a tree uses: also a child that works while its parent waits', async () => {
  const { startNode } = openSupervised()
  const child = "require('child_process').spawn(process.execPath, ['-e', 'for(;;);']);"
  const [busy, idle] = await Promise.all([startNode(`${child} ${stay}`), startNode(stay)])
  await vi.waitFor(() => expect(busy.processorMs()).toBeGreaterThan(1_500), {
    timeout: scaledTimeout(20_000),
  })
  expect(idle.processorMs()).toBeLessThan(1_500)
})

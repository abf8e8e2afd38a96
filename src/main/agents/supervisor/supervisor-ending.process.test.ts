// Needs processes: signals, sessions and orphans belong to the system, and only real processes show what is left.

import { beforeEach, describe, expect, test, vi } from 'vitest'

import { readLines } from '../../base/read-lines'
import { linuxProcesses } from './processes/linux-processes'
import { isAlive, linesOf, openSupervised } from './testing/supervised'
import { needsProc } from '../../base/testing/needs'
import { scaledTimeout } from '../../../../e2e/suite/limits/slowness.ts'

beforeEach(needsProc)

/** Longer than a test may take, so that waiting for it fails the test. */
const endlessWaits = { askedMs: 60_000, terminatedMs: 60_000, killTreeMs: 3_000 }
const stay = 'setInterval(() => {}, 60_000); console.log("ready");'
const cooperative = `process.on('SIGINT', () => process.exit(0)); ${stay}`
const withoutInterrupt = `process.on('SIGINT', () => {}); ${stay}`
const withoutTerminate = `process.on('SIGTERM', () => {}); ${withoutInterrupt}`

/** Starts a child that ignores everything it can, prints its pid, and continues with `rest`. */
function withChild(options: {
  detached: boolean
  rest?: string
  shell?: string
  environment?: string
}): string {
  const { detached, rest = stay, shell = 'while :; do sleep 60; done', environment = 'process.env' } = options
  return `
    const child = require('node:child_process').spawn('sh', ['-c', ${JSON.stringify(`trap "" INT TERM; echo $$; ${shell}`)}],
      { detached: ${detached}, stdio: ['ignore', 'pipe', 'ignore'], env: ${environment} });
    child.stdout.once('data', (pid) => { process.stdout.write(pid); ${rest} });`
}

describe('ending an agent', () => {
  test('returns immediately when the agent exits on request', async () => {
    const { startNode, supervisor, complaints } = openSupervised({ timeouts: endlessWaits })
    const agent = await startNode(cooperative)
    await linesOf(agent)()
    await agent.end()
    expect(await agent.exited).toEqual({ code: 0, signal: null })
    expect([isAlive(agent.pid), supervisor.count(), complaints]).toEqual([false, 0, []])
  })

  test('asks the agent in its own way instead of by a signal', async () => {
    const { startNode } = openSupervised({ timeouts: endlessWaits })
    const agent = await startNode(
      `process.on('SIGINT', () => process.exit(9)); process.stdin.on('end', () => process.exit(7)).resume(); ${stay}`,
    )
    await linesOf(agent)()
    await agent.end(() => agent.stdin.end())
    expect(await agent.exited).toEqual({ code: 7, signal: null })
  })

  test('sends SIGTERM when the agent ignores the request', async () => {
    const { startNode } = openSupervised()
    const agent = await startNode(withoutInterrupt)
    await linesOf(agent)()
    await agent.end()
    expect(await agent.exited).toEqual({ code: null, signal: 'SIGTERM' })
  })

  test('sends SIGKILL when the agent ignores that too', async () => {
    const { startNode } = openSupervised()
    const agent = await startNode(withoutTerminate)
    await linesOf(agent)()
    await agent.end()
    expect(await agent.exited).toEqual({ code: null, signal: 'SIGKILL' })
  })

  test('works although the request throws', async () => {
    const { startNode, complaints } = openSupervised({ timeouts: endlessWaits })
    const agent = await startNode(cooperative)
    await linesOf(agent)()
    await agent.end(() => {
      throw new Error('no connection')
    })
    expect(complaints).toEqual([new Error('no connection')])
    expect(isAlive(agent.pid)).toBe(false)
  })

  test('works before the agent has set itself up', async () => {
    const { startNode } = openSupervised({ timeouts: endlessWaits })
    const agent = await startNode(cooperative)
    await agent.end()
    expect(isAlive(agent.pid)).toBe(false)
  })

  test('happens once, however often and whenever it is requested', async () => {
    const { startNode } = openSupervised({ timeouts: endlessWaits })
    const agent = await startNode(cooperative)
    await linesOf(agent)()
    let asked = 0
    const ask = () => {
      asked++
      agent.stdin.destroy()
      process.kill(agent.pid, 'SIGINT')
    }
    await Promise.all([agent.end(ask), agent.end(ask)])
    await agent.end(ask)
    expect(asked).toBe(1)
  })
})

describe('ending an agent ends its process tree', () => {
  test.each([
    ['in the same group', withChild({ detached: false })],
    ['in another session', withChild({ detached: true })],
    ['when the agent had exited before', withChild({ detached: true, rest: 'process.exit(0)' })],
  ])('%s', async (_where, code) => {
    const { startNode, supervisor, complaints } = openSupervised()
    const agent = await startNode(code)
    const child = Number(await linesOf(agent)())
    expect(isAlive(child)).toBe(true)
    await agent.end()
    expect([isAlive(child), isAlive(agent.pid), supervisor.count(), complaints]).toEqual([
      false,
      false,
      0,
      [],
    ])
  })

  test('in another session and reparented, by mark only', async () => {
    const { startNode } = openSupervised()
    const agent = await startNode(
      withChild({
        detached: true,
        shell: '(setsid sh -c "trap \\"\\" INT TERM; echo \\$\\$; sleep 60; sleep 60" &)',
        rest: 'child.stdout.once("data", (pid) => { process.stdout.write(pid); child.once("exit", () => { setInterval(() => {}, 60_000) }) })',
      }),
    )
    const next = linesOf(agent)
    await next()
    const left = Number(await next())
    expect(isAlive(left)).toBe(true)
    await agent.end()
    expect(isAlive(left)).toBe(false)
  })

  test('without a mark, in another session and reparented, after it was seen', async () => {
    const { startNode, supervisor } = openSupervised()
    const agent = await startNode(
      withChild({
        detached: true,
        environment: '{ PATH: process.env.PATH }',
        rest: "process.stdin.once('data', () => process.exit(0))",
      }),
    )
    const child = Number(await linesOf(agent)())
    await vi.waitFor(() => expect(supervisor.count()).toBe(3), { timeout: scaledTimeout(10_000) })
    agent.stdin.write('go')
    await agent.exited
    expect(isAlive(child)).toBe(true)
    await agent.end()
    expect(isAlive(child)).toBe(false)
  })

  test('without a mark, in another session and reparented, before it was seen', async () => {
    const { startNode } = openSupervised()
    const agent = await startNode(
      withChild({
        detached: true,
        environment: '{ PATH: process.env.PATH }',
        shell: '(setsid sh -c "trap \\"\\" INT TERM; echo \\$\\$; sleep 60; sleep 60" &)',
        rest: 'child.stdout.once("data", (pid) => { process.stdout.write(pid); process.exit(0) })',
      }),
    )
    const next = linesOf(agent)
    await next()
    const left = Number(await next())
    expect(isAlive(left)).toBe(true)
    await agent.end()
    expect(isAlive(left)).toBe(false)
  })

  test('with an empty environment and never seen', async () => {
    const { startNode } = openSupervised({ timeouts: endlessWaits })
    const agent = await startNode(`
      process.on('SIGINT', () => process.exit(0));
      const hidden = "(setsid env -i /bin/sh -c 'echo $$; sleep 60; sleep 60' &)";
      process.stdin.once('data', () => {
        require('node:child_process').spawn('sh', ['-c', hidden], { stdio: ['ignore', 'inherit', 'ignore'] });
      });
      console.log('ready');`)
    const next = linesOf(agent)
    await next()
    agent.stdin.write('go')
    const left = Number(await next())
    expect(isAlive(left)).toBe(true)
    await agent.end()
    expect(isAlive(left)).toBe(false)
  })

  test('and does not wait for a process that holds a pipe open', async () => {
    const { startNode } = openSupervised()
    const agent = await startNode(`
      const child = require('node:child_process').spawn('sh', ['-c', 'trap "" INT TERM; echo $$; sleep 60; sleep 60'], { detached: true, stdio: 'inherit' });
      process.stdin.once('data', () => process.exit(0));`)
    const lines = readLines(agent.stdout)
    const first = await lines.next()
    agent.stdin.write('go')
    await agent.exited
    const last = lines.next()
    await agent.end()
    expect(await last).toEqual({ done: true, value: undefined })
    expect(isAlive(Number(first.value))).toBe(false)
  })

  test('and reports what cannot be ended, without waiting for it', async () => {
    const table = { ...linuxProcesses, signal: () => false }
    const { startNode, complaints } = openSupervised({
      table,
      timeouts: { askedMs: 150, terminatedMs: 150, killTreeMs: 50 },
    })
    const agent = await startNode(withChild({ detached: true }))
    const child = Number(await linesOf(agent)())
    await agent.end()
    expect(complaints).toMatchObject([{ code: 'AGENT_FAILED', data: { reason: 'not-ended' } }])
    process.kill(-child, 'SIGKILL')
  })
})

describe('several agents', () => {
  test('are independent: ending one affects no other and none of its processes', async () => {
    const { startNode, supervisor } = openSupervised()
    const agents = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        startNode(withChild({ detached: true }), { runId: `run-${at % 2}` }),
      ),
    )
    const children = await Promise.all(agents.map(async (agent) => Number(await linesOf(agent)())))
    await agents[3]?.end()
    const expected = agents.map((_, at) => at !== 3)
    expect(agents.map((agent) => isAlive(agent.pid))).toEqual(expected)
    expect(children.map((pid) => isAlive(pid))).toEqual(expected)
    await supervisor.close()
    expect([...agents.map((agent) => agent.pid), ...children].filter((pid) => isAlive(pid))).toEqual([])
    expect(supervisor.count()).toBe(0)
  })

  test('all end on close, even one that is being started, and none starts after it', async () => {
    const { startNode, supervisor } = openSupervised()
    const agent = await startNode(cooperative)
    const late = startNode(cooperative)
    const refused = expect(late).rejects.toMatchObject({ code: 'CANCELLED', data: { reason: 'quitting' } })
    await supervisor.close()
    await refused
    await expect(startNode(cooperative)).rejects.toMatchObject({
      code: 'CANCELLED',
      data: { reason: 'quitting' },
    })
    expect([isAlive(agent.pid), supervisor.count()]).toEqual([false, 0])
  })
})

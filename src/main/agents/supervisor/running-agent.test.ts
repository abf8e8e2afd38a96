import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'

import { describe, expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { linuxProcesses } from './processes/linux-processes'
import { ProcessReader, type ProcessRow, type ProcessTable } from './processes/process-table'
import { RunningAgent, type StartedProgram } from './running-agent'

const pid = 4_000
const timeouts = { askedMs: 2_000, terminatedMs: 3_000, killTreeMs: 1_000 }
const program: ProcessRow = { pid, parentPid: process.pid, groupId: pid, sessionId: pid, startedAt: '10' }
/** A process of the program in its own session. */
const child: ProcessRow = { pid: 4_001, parentPid: pid, groupId: 4_001, sessionId: 4_001, startedAt: '11' }

/** An unrelated process. */
const stranger: ProcessRow = { pid: 5_000, parentPid: 1, groupId: 5_000, sessionId: 5_000, startedAt: '9' }

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** An agent with a fake program, fake processes and fake signals: nothing is started or signalled. */
function openFakeAgent(
  options: {
    cannotListProcesses?: boolean
    cannotMeasure?: boolean
    forgetsExited?: true
    ignores?: NodeJS.Signals
  } = {},
) {
  const clock = createManualClock()
  const done: string[] = []
  const warnings: unknown[][] = []
  const state = { rows: [program], msPerLook: 0, onLook: () => {} }
  const table: ProcessTable = {
    ...linuxProcesses,
    ...(options.forgetsExited === true && { forgetsExited: true }),
    read() {
      clock.advance(state.msPerLook)
      state.onLook()
      return Promise.resolve(options.cannotListProcesses === true ? null : state.rows)
    },
    markOf(row) {
      done.push(`reads the mark of ${row.pid}`)
      return null
    },
    fingerprintOf: () => null,
    signal: (to, signal) => done.push(`${signal} to ${to}`) > 0,
    signalGroup: (to, signal) => done.push(`${signal} to group ${to}`) > 0 && signal !== options.ignores,
  }
  if (options.cannotMeasure === true) delete table.processorMsOf
  const errors = {
    fatal: (...fault: unknown[]) => expect.unreachable(String(fault)),
    warning: (...fault: unknown[]) => void warnings.push(fault),
  }
  const pipes = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  const fake = Object.assign(new EventEmitter(), { pid, ...pipes })
  const agent = new RunningAgent(fake as unknown as StartedProgram, {
    clock,
    table,
    errors,
    reader: new ProcessReader(table, errors),
    mark: 'ours',
    fingerprint: null,
    timeouts: () => timeouts,
    onGone: () => Promise.resolve(void done.push('gone')),
  })
  return {
    agent,
    clock,
    done,
    warnings,
    state,
    ...pipes,
    /** The program exits; another process may keep its pipes open. */
    exit: (how: { keepsPipes?: boolean; left?: ProcessRow[] } = {}) => {
      state.rows = how.left ?? []
      fake.emit('exit', 0, null)
      if (how.keepsPipes === true) return
      pipes.stdout.end()
      pipes.stderr.end().resume()
    },
  }
}

test('has used an unknown amount of processor time where the system does not say', () => {
  expect(openFakeAgent({ cannotMeasure: true }).agent.processorMs()).toBeNull()
})

describe('ending an agent', () => {
  test('asks, then terminates, then kills, each after its delay, and continues if even that does not help', async () => {
    const { agent, clock, done, state, exit } = openFakeAgent()
    const ended = agent.end()
    const passed: string[][] = []
    for (const waitMs of [0, 1_999, 1, 2_999, 1, 499, 1]) {
      clock.advance(waitMs)
      await turn()
      passed.push(done.splice(0))
    }
    expect(passed.slice(0, 6)).toEqual([
      [`SIGINT to group ${pid}`],
      [],
      [`SIGTERM to group ${pid}`],
      [],
      [`SIGKILL to group ${pid}`],
      [],
    ])
    // From here on, kill-tree ends what was left behind.
    expect(passed[6]).toEqual([`SIGTERM to ${pid}`])
    state.rows = []
    exit()
    await ended
    expect(done.at(-1)).toBe('gone')
  })

  test('takes no further step and leaves no timer when the agent exits on request', async () => {
    const { agent, clock, done, warnings, exit } = openFakeAgent()
    const ended = agent.end()
    await turn()
    exit()
    await ended
    await turn()
    expect(done).toEqual([`SIGINT to group ${pid}`, 'gone'])
    expect([clock.pendingTimers, agent.count, warnings]).toEqual([0, 0, []])
  })

  test('signals nothing when the program has exited: its pid may have been reused', async () => {
    const { agent, done, exit } = openFakeAgent()
    exit()
    await agent.end()
    expect(done).toEqual(['gone'])
  })

  test('signals nothing more when the program exits during a scan', async () => {
    const { agent, clock, done, state, exit } = openFakeAgent()
    const ended = agent.end()
    await turn()
    state.onLook = exit
    clock.advance(timeouts.askedMs)
    await ended
    expect(done).toEqual([`SIGINT to group ${pid}`, 'gone'])
  })

  test('sends no signal when it is asked in another way', async () => {
    const { agent, done, exit } = openFakeAgent()
    const ended = agent.end(() => done.push('asked'))
    await turn()
    exit()
    await ended
    expect(done).toEqual(['asked', 'gone'])
  })

  test('sends the usual signal when the other way fails, and reports the failure', async () => {
    const { agent, done, warnings, exit } = openFakeAgent()
    const broken = new Error('no connection')
    const ended = agent.end(() => {
      throw broken
    })
    await turn()
    exit()
    await ended
    expect(done).toEqual([`SIGINT to group ${pid}`, 'gone'])
    expect(warnings).toEqual([['agents', broken]])
  })

  test('ends the processes that it started, even those whose parent is gone', async () => {
    const { agent, done, state, exit } = openFakeAgent()
    state.rows = [program, child, stranger]
    const ended = agent.end()
    await turn()
    expect(agent.count).toBe(2)
    // Marks are read only to find what is left, because that takes far longer.
    expect(done).toEqual([`SIGINT to group ${pid}`])
    exit({ left: [{ ...child, parentPid: 1 }] })
    while (!done.includes(`SIGTERM to ${child.pid}`)) await turn()
    state.rows = []
    await ended
    expect(done.slice(-2)).toEqual([`SIGTERM to ${child.pid}`, 'gone'])
  })

  test('reports the pids that could not be ended', async () => {
    const { agent, state, warnings, exit } = openFakeAgent()
    state.rows = [program, child]
    const ended = agent.end()
    await turn()
    state.msPerLook = 600
    exit({ left: [child] })
    await ended
    expect(warnings).toMatchObject([
      ['agents', { code: 'AGENT_FAILED', data: { reason: 'not-ended', pids: [child.pid] } }],
    ])
  })

  test('kills the group when the system cannot list processes', async () => {
    const { agent, done, warnings, exit } = openFakeAgent({ cannotListProcesses: true })
    const ended = agent.end()
    await turn()
    exit()
    await ended
    expect(done).toEqual([`SIGINT to group ${pid}`, `SIGKILL to group ${pid}`, 'gone'])
    expect(warnings).toEqual([])
  })

  test('is terminated at once where it cannot be asked, as on Windows', async () => {
    const { agent, done, exit } = openFakeAgent({ cannotListProcesses: true, ignores: 'SIGINT' })
    const ended = agent.end()
    await turn()
    expect(done).toEqual([`SIGINT to group ${pid}`, `SIGTERM to group ${pid}`])
    exit()
    await ended
  })

  test('signals nothing after the exit where the id may already belong to another program', async () => {
    const { agent, done, exit } = openFakeAgent({ cannotListProcesses: true, forgetsExited: true })
    exit()
    await agent.end()
    expect(done).toEqual(['gone'])
  })
})

describe('the last standard error of an agent', () => {
  test('is available when its exit is reported', async () => {
    const { agent, stderr, exit } = openFakeAgent()
    exit({ keepsPipes: true })
    let isTold = false
    const told = agent.exited.then((how) => {
      isTold = true
      return how
    })
    await turn()
    expect(isTold).toBe(false)
    stderr.end('out of memory')
    expect(await told).toEqual({ code: 0, signal: null })
    expect(agent.stderr()).toBe('out of memory')
  })

  test('is waited for, but only 50 ms', async () => {
    const { agent, clock, exit } = openFakeAgent()
    exit({ keepsPipes: true })
    let isTold = false
    const told = agent.exited.then(() => (isTold = true))
    await turn()
    clock.advance(49)
    await turn()
    expect(isTold).toBe(false)
    clock.advance(1)
    await told
  })

  test('is not waited for when it is complete', async () => {
    const { agent, clock, stderr, exit } = openFakeAgent()
    stderr.end()
    await turn()
    exit({ keepsPipes: true })
    await turn()
    expect(clock.pendingTimers).toBe(0)
    expect(await agent.exited).toEqual({ code: 0, signal: null })
  })
})

describe('the pipes of an agent', () => {
  test('may break without harm, and the output then ends', async () => {
    const { agent, stdin, stdout } = openFakeAgent()
    stdin.emit('error', new Error('EPIPE'))
    agent.stdout.emit('error', new Error('reader gone'))
    const ended = new Promise((resolve) => agent.stdout.once('end', resolve))
    agent.stdout.resume()
    stdout.emit('error', new Error('EIO'))
    await ended
  })

  test('are drained when the reader has left, so that the program does not block', async () => {
    const { agent, stdout } = openFakeAgent()
    agent.stdout.destroy()
    await turn()
    expect(stdout.write('x'.repeat(1_000_000))).toBe(false)
    await new Promise((resolve) => stdout.once('drain', resolve))
  })

  test('are drained and closed at the end if nobody reads them', async () => {
    const { agent, stdin, stdout, stderr, clock, exit } = openFakeAgent()
    const ended = agent.end()
    await turn()
    expect(agent.stdout.readableFlowing).toBe(true)
    exit({ keepsPipes: true })
    while (!stdin.destroyed) {
      clock.advance(50)
      await turn()
    }
    await ended
    clock.advance(1_000)
    await turn()
    const pipes = [stdin, stderr, stdout, agent.stdout]
    expect(pipes.map(({ destroyed }) => destroyed)).toEqual(pipes.map(() => true))
    expect(clock.pendingTimers).toBe(0)
  })

  test('are closed immediately if nobody reads and everything has ended', async () => {
    const { agent, stdin, stdout, stderr, exit } = openFakeAgent()
    exit({ keepsPipes: true })
    stderr.end()
    await agent.end()
    const pipes = [stdin, stderr, stdout, agent.stdout]
    expect(pipes.map(({ destroyed }) => destroyed)).toEqual(pipes.map(() => true))
  })

  test('stay paused for a reader that paused them', async () => {
    const { agent, exit } = openFakeAgent()
    agent.stdout.on('data', () => {}).pause()
    const ended = agent.end()
    await turn()
    expect(agent.stdout.readableFlowing).toBe(false)
    exit()
    await ended
  })

  test.each<[string, (stream: PassThrough) => void]>([
    ['waits for readable', (stream) => stream.on('readable', () => {})],
    ['has paused', (stream) => stream.on('data', () => {}).pause()],
    ['lets it flow', (stream) => stream.resume()],
  ])('stay open for a second for a reader that %s', async (_how, read) => {
    const { agent, stdin, stdout, stderr, clock, exit } = openFakeAgent()
    read(agent.stdout)
    const ended = agent.end()
    await turn()
    exit({ keepsPipes: true })
    stderr.end()
    await ended
    expect([stdin.destroyed, stderr.destroyed, agent.stdout.destroyed]).toEqual([true, true, false])
    clock.advance(999)
    expect(agent.stdout.destroyed).toBe(false)
    clock.advance(1)
    expect([agent.stdout.destroyed, stdout.destroyed]).toEqual([true, true])
  })

  test('leave no timer when their reader closes them', async () => {
    const { agent, clock, exit } = openFakeAgent()
    agent.stdout.on('readable', () => {})
    const ended = agent.end()
    await turn()
    exit()
    await ended
    expect(clock.pendingTimers).toBe(1)
    agent.stdout.destroy()
    await turn()
    expect(clock.pendingTimers).toBe(0)
  })
})

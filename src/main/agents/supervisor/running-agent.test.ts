import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'

import { describe, expect, test } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { linuxProcesses } from './processes/linux-processes'
import { ProcessReader } from './processes/process-reader'
import type { ProcessRow, ProcessTable } from './processes/process-table'
import { RunningAgent, type StartedProgram } from './running-agent'

const pid = 4_000
const waits = { askedMs: 2_000, terminatedMs: 3_000, huntMs: 1_000 }
const program: ProcessRow = { pid, parentPid: process.pid, groupId: pid, sessionId: pid, startedAt: '10' }
/** A process of the program in a session of its own. */
const child: ProcessRow = { pid: 4_001, parentPid: pid, groupId: 4_001, sessionId: 4_001, startedAt: '11' }

/** Of somebody else. */
const stranger: ProcessRow = { pid: 5_000, parentPid: 1, groupId: 5_000, sessionId: 5_000, startedAt: '9' }

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** An agent whose program, processes and signals are fakes: nothing is started, and nothing is signalled. */
function openFakeAgent(options: { tellsNothing?: boolean } = {}) {
  const clock = createManualClock()
  const done: string[] = []
  const warnings: unknown[][] = []
  const state = { rows: [program], msPerLook: 0, onLook: () => {} }
  const table: ProcessTable = {
    ...linuxProcesses,
    read() {
      clock.advance(state.msPerLook)
      state.onLook()
      return Promise.resolve(options.tellsNothing === true ? null : state.rows)
    },
    markOf(row) {
      done.push(`reads the mark of ${row.pid}`)
      return null
    },
    brandOf: () => null,
    signal: (to, signal) => done.push(`${signal} to ${to}`) > 0,
    signalGroup: (to, signal) => done.push(`${signal} to group ${to}`) > 0,
  }
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
    brand: null,
    waits: () => waits,
    onGone: () => Promise.resolve(void done.push('gone')),
  })
  return {
    agent,
    clock,
    done,
    warnings,
    state,
    ...pipes,
    /** The program ends; its pipes may be held open by something else. */
    exit: (how: { keepsPipes?: boolean; left?: ProcessRow[] } = {}) => {
      state.rows = how.left ?? []
      fake.emit('exit', 0, null)
      if (how.keepsPipes === true) return
      pipes.stdout.end()
      pipes.stderr.end().resume()
    },
  }
}

describe('ending an agent', () => {
  test('asks, then insists, then kills, each after its wait, and goes on when even that does not help', async () => {
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
    // From here on it is hunted for as what was left behind.
    expect(passed[6]).toEqual([`SIGTERM to ${pid}`])
    state.rows = []
    exit()
    await ended
    expect(done.at(-1)).toBe('gone')
  })

  test('that goes when it is asked takes no further step, and leaves no timer', async () => {
    const { agent, clock, done, warnings, exit } = openFakeAgent()
    const ended = agent.end()
    await turn()
    exit()
    await ended
    await turn()
    expect(done).toEqual([`SIGINT to group ${pid}`, 'gone'])
    expect([clock.pendingTimers, agent.count, warnings]).toEqual([0, 0, []])
  })

  test('that has ended already signals nobody: its number may be another’s by now', async () => {
    const { agent, done, exit } = openFakeAgent()
    exit()
    await agent.end()
    expect(done).toEqual(['gone'])
  })

  test('that ends while it is looked what it has started signals nobody any more', async () => {
    const { agent, clock, done, state, exit } = openFakeAgent()
    const ended = agent.end()
    await turn()
    state.onLook = exit
    clock.advance(waits.askedMs)
    await ended
    expect(done).toEqual([`SIGINT to group ${pid}`, 'gone'])
  })

  test('in its own way sends no signal', async () => {
    const { agent, done, exit } = openFakeAgent()
    const ended = agent.end(() => done.push('asked'))
    await turn()
    exit()
    await ended
    expect(done).toEqual(['asked', 'gone'])
  })

  test('in its own way that fails sends the usual signal and is reported', async () => {
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

  test('ends what it had started, also when that has lost its parent since', async () => {
    const { agent, done, state, exit } = openFakeAgent()
    state.rows = [program, child, stranger]
    const ended = agent.end()
    await turn()
    expect(agent.count).toBe(2)
    // Marks are read only to find what is left: that takes far longer.
    expect(done).toEqual([`SIGINT to group ${pid}`])
    exit({ left: [{ ...child, parentPid: 1 }] })
    while (!done.includes(`SIGTERM to ${child.pid}`)) await turn()
    state.rows = []
    await ended
    expect(done.slice(-2)).toEqual([`SIGTERM to ${child.pid}`, 'gone'])
  })

  test('says by number what could not be ended', async () => {
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

  test('where the system tells nothing of processes kills the group, for what may be left in it', async () => {
    const { agent, done, warnings, exit } = openFakeAgent({ tellsNothing: true })
    const ended = agent.end()
    await turn()
    exit()
    await ended
    expect(done).toEqual([`SIGINT to group ${pid}`, `SIGKILL to group ${pid}`, 'gone'])
    expect(warnings).toEqual([])
  })
})

describe('what an agent says last on standard error', () => {
  test('is there when its end is told', async () => {
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

  test('is waited for 50 ms and no longer', async () => {
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

  test('is not waited for when all was said', async () => {
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
  test('may break without harm, and its output then ends', async () => {
    const { agent, stdin, stdout } = openFakeAgent()
    stdin.emit('error', new Error('EPIPE'))
    agent.stdout.emit('error', new Error('reader gone'))
    const ended = new Promise((resolve) => agent.stdout.once('end', resolve))
    agent.stdout.resume()
    stdout.emit('error', new Error('EIO'))
    await ended
  })

  test('are read on when the reader has left, so that the program is not held up', async () => {
    const { agent, stdout } = openFakeAgent()
    agent.stdout.destroy()
    await turn()
    expect(stdout.write('x'.repeat(1_000_000))).toBe(false)
    await new Promise((resolve) => stdout.once('drain', resolve))
  })

  test('that nobody reads are read as it ends, and none of them stays open', async () => {
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

  test('are closed at once where nobody reads and all has ended', async () => {
    const { agent, stdin, stdout, stderr, exit } = openFakeAgent()
    exit({ keepsPipes: true })
    stderr.end()
    await agent.end()
    const pipes = [stdin, stderr, stdout, agent.stdout]
    expect(pipes.map(({ destroyed }) => destroyed)).toEqual(pipes.map(() => true))
  })

  test('stay paused for a reader that has paused them', async () => {
    const { agent, exit } = openFakeAgent()
    agent.stdout.on('data', () => {}).pause()
    const ended = agent.end()
    await turn()
    expect(agent.stdout.readableFlowing).toBe(false)
    exit()
    await ended
  })

  test.each<[string, (stream: PassThrough) => void]>([
    ['waits to be readable', (stream) => stream.on('readable', () => {})],
    ['has paused', (stream) => stream.on('data', () => {}).pause()],
    ['lets it flow', (stream) => stream.resume()],
  ])('are left for a second to a reader that %s', async (_how, read) => {
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

  test('that their reader closes leave no timer', async () => {
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

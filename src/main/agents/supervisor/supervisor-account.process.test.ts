// Needs processes: only real ones show who started them and under which mark.
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { createManualClock } from '../../base/testing/manual-clock'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { folderKey } from './processes/agent-mark'
import { linuxProcesses } from './processes/linux-processes'
import type { ProcessRow, ProcessTable } from './processes/process-table'
import type { SupervisorOptions } from './supervisor'
import { isAlive, linesOf, openSupervised } from './testing/supervised'
import { Watchdog } from './watchdog'
import { needsProc } from '../../base/testing/needs'

beforeEach(needsProc)

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * A supervisor with a manual clock and a recording watchdog. Its table shows the real processes, assigns the
 * fingerprints `b1`, `b2` and so on, and records the calls.
 */
function openCounted(options: Partial<SupervisorOptions> = {}) {
  const clock = createManualClock()
  const told: { pids: number[]; fingerprints: string[] }[] = []
  vi.spyOn(Watchdog.prototype, 'update').mockImplementation((rows, fingerprints) => {
    told.push({ pids: rows.map((row) => row.pid), fingerprints: [...fingerprints] })
  })
  const quit = vi.spyOn(Watchdog.prototype, 'quit').mockImplementation(() => {})
  const asked = { reads: 0, marks: 0, used: [] as string[][] }
  const hooks: { read?: () => ProcessRow[] | null; fingerprint?: () => void } = {}
  const table: ProcessTable = {
    ...linuxProcesses,
    read() {
      asked.reads += 1
      return hooks.read === undefined ? linuxProcesses.read() : Promise.resolve(hooks.read())
    },
    markOf(...of) {
      asked.marks += 1
      return linuxProcesses.markOf(...of)
    },
    startWithFingerprint(used, start) {
      asked.used.push([...used])
      hooks.fingerprint?.()
      return { started: start(), fingerprint: `b${asked.used.length}` }
    },
    fingerprintOf: () => null,
  }
  const supervised = openSupervised({ clock, table, bootId: 'boot', ...options })
  const start = (executable: string, ...args: string[]) =>
    supervised.supervisor.start({
      command: { executable, args, environment: {} },
      folder: temporaryFolder(),
      runId: 'run-7',
    })
  return {
    ...supervised,
    clock,
    told,
    quit,
    asked,
    hooks,
    startShell: (script: string) => start('/bin/sh', '-c', script),
    /** A program that does nothing, and exits when asked. */
    startCat: () => start('/bin/cat'),
  }
}

/** Lets the supervisor do what is due until `isDone`. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await turn()
}

async function ownStart(): Promise<string> {
  const rows = (await linuxProcesses.read()) ?? []
  return rows.find((row) => row.pid === process.pid)?.startedAt ?? ''
}

describe('the mark of an agent', () => {
  test('contains the data folder, the Parley that started it, its boot and the start, and accompanies the run id', async () => {
    const { dataFolder, startShell } = openCounted()
    const print = 'echo $PARLEY_RUN_ID $PARLEY_AGENT_MARK; exec cat'
    const lines = []
    for (const agent of [await startShell(print), await startShell(print)]) lines.push(await linesOf(agent)())
    const prefix = `${folderKey(dataFolder)}.${process.pid}.${await ownStart()}.boot`
    expect(lines).toEqual([`run-7 ${prefix}.1`, `run-7 ${prefix}.2`])
  })

  test('contains no start time of Parley if the system does not report it', async () => {
    for (const rows of [null, []]) {
      const { hooks, startShell } = openCounted()
      hooks.read = () => rows
      const line = await linesOf(await startShell('echo $PARLEY_AGENT_MARK; exec cat'))()
      expect(line.split('.').slice(1)).toEqual([`${process.pid}`, '0', 'boot', '1'])
    }
  })
})

describe('a fingerprint', () => {
  test('is unique among running agents, and can be reused after that', async () => {
    const { asked, startCat } = openCounted()
    const first = await startCat()
    const second = await startCat()
    await first.end()
    await startCat()
    await second.end()
    expect(asked.used).toEqual([[], ['b1'], ['b2']])
  })
})

const inOrder = (pids: readonly number[]) => pids.toSorted((one, other) => one - other)

describe('the watchdog', () => {
  test('is informed of an agent before and after its start, and of its processes once a second', async () => {
    const { clock, told, asked, startShell } = openCounted()
    const agent = await startShell('sleep 60 & echo $!; wait')
    const sleeper = Number(await linesOf(agent)())
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    onTestFinished(() => void stranger.kill('SIGKILL'))
    expect(told).toEqual([
      { pids: [], fingerprints: [] },
      { pids: [], fingerprints: ['b1'] },
    ])
    const marksBefore = asked.marks
    clock.advance(149)
    await turn()
    expect(told).toHaveLength(2)
    clock.advance(1)
    await until(() => told.length === 3)
    clock.advance(1_000)
    await until(() => told.length === 4)
    // The ids may have begun again in between, so the child's may be the lower one.
    const all = { pids: inOrder([agent.pid, sleeper]), fingerprints: ['b1'] }
    const later = told.slice(2).map((each) => ({ ...each, pids: inOrder(each.pids) }))
    expect(later).toEqual([all, all])
    // Marks are read only to end what is left, because that takes far longer.
    expect(asked.marks).toBe(marksBefore)
  })

  test('gets one update for all agents', async () => {
    const { clock, asked, told, startCat } = openCounted()
    await startCat()
    await startCat()
    const [readsBefore, toldBefore] = [asked.reads, told.length]
    clock.advance(150)
    await until(() => told.length > toldBefore)
    await turn()
    expect([asked.reads - readsBefore, told.length - toldBefore]).toEqual([1, 1])
  })

  test('gets no more updates when no agent is left', async () => {
    const { clock, told, supervisor, startCat } = openCounted()
    const agent = await startCat()
    await agent.end()
    expect(supervisor.count()).toBe(0)
    const toldBefore = told.length
    clock.advance(150)
    await until(() => told.length > toldBefore)
    await turn()
    expect(clock.pendingTimers).toBe(0)
  })

  test('keeps getting updates after the processes could not be read once', async () => {
    const { clock, told, hooks, startCat } = openCounted()
    await startCat()
    const toldBefore = told.length
    hooks.read = () => null
    clock.advance(150)
    await until(() => told.length > toldBefore)
    delete hooks.read
    clock.advance(1_000)
    await until(() => told.length > toldBefore + 1)
    expect(told.at(-1)?.pids).toHaveLength(1)
  })
})

describe('closing', () => {
  test('ends the watchdog with the last agent, and leaves no timer', async () => {
    const { clock, quit, supervisor, startCat } = openCounted()
    const agent = await startCat()
    quit.mockImplementation(() => expect(isAlive(agent.pid)).toBe(false))
    await supervisor.close()
    expect(quit).toHaveBeenCalledTimes(1)
    await turn()
    expect(clock.pendingTimers).toBe(0)
  })

  test('ends no watchdog if nothing was started, and rejects any later start immediately', async () => {
    const { asked, dataFolder, quit, supervisor, startCat } = openCounted()
    await supervisor.close()
    await expect(startCat()).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(asked.reads).toBe(0)
    expect(existsSync(join(dataFolder, 'agents'))).toBe(false)
    expect(quit).not.toHaveBeenCalled()
  })

  test('prevents the start of an agent that is being prepared', async () => {
    const { asked, hooks, supervisor, startCat } = openCounted()
    let closed = Promise.resolve()
    hooks.read = () => {
      closed = supervisor.close()
      return null
    }
    await expect(startCat()).rejects.toMatchObject({ code: 'CANCELLED' })
    await closed
    expect(asked.used).toEqual([])
  })

  test('waits for an agent that is being started', async () => {
    const { hooks, supervisor, startCat } = openCounted()
    const closing: Promise<boolean>[] = []
    hooks.fingerprint = () => {
      const isRefused = refused.then(() => true)
      closing.push(supervisor.close().then(() => Promise.race([isRefused, turn().then(() => false)])))
    }
    const refused = startCat().catch((error: unknown) => error)
    expect(await refused).toMatchObject({ code: 'CANCELLED', data: { reason: 'quitting' } })
    expect(await Promise.all(closing)).toEqual([true])
    expect(supervisor.count()).toBe(0)
  })

  test('during a scan sends the watchdog no more updates', async () => {
    const { clock, asked, hooks, told, supervisor, startCat } = openCounted()
    await startCat()
    const [toldBefore, readsBefore] = [told.length, asked.reads]
    let closed = Promise.resolve()
    hooks.read = () => {
      closed = supervisor.close()
      return null
    }
    clock.advance(150)
    await until(() => asked.reads > readsBefore)
    await closed
    await turn()
    expect(told).toHaveLength(toldBefore)
    expect(clock.pendingTimers).toBe(0)
  })

  test.each([
    ['an agent that ends alone gets the configured time', false, 400],
    ['an agent that ends with Parley gets less, whatever is configured', true, 1_500],
  ])('%s', async (_what, isClosing, askedMs) => {
    const waits = { askedMs: isClosing ? 600_000 : 400, terminatedMs: 600_000, killTreeMs: 3_000 }
    const { clock, supervisor, startShell } = openCounted({ timeouts: waits })
    const agent = await startShell('trap "" INT; echo; while :; do sleep 60; done')
    await linesOf(agent)()
    let isOver = false
    const over = (isClosing ? supervisor.close() : agent.end()).then(() => (isOver = true))
    const timersBefore = clock.pendingTimers
    await until(() => clock.pendingTimers !== timersBefore)
    clock.advance(askedMs - 1)
    await turn()
    expect([isOver, isAlive(agent.pid)]).toEqual([false, true])
    clock.advance(1)
    expect(await agent.exited).toEqual({ code: null, signal: 'SIGTERM' })
    await over
  })
})

test('a start whose files cannot be written reports it', async () => {
  const { dataFolder, supervisor } = openCounted()
  writeFileSync(join(dataFolder, 'agents'), 'in the way')
  const files = [{ variable: 'CONFIG', name: 'config.json', content: '{}' }]
  const start = supervisor.start({
    command: { executable: '/bin/cat', args: [], environment: {}, files },
    folder: dataFolder,
    runId: 'run-7',
  })
  await expect(start).rejects.toMatchObject({
    code: 'AGENT_FAILED',
    data: { reason: 'files' },
    cause: expect.any(Error),
  })
})

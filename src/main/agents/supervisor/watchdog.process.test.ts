// Needs processes: the watchdog is one, and acts when Parley’s own is killed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { pidOf } from '../../base/testing/pid-of'
import { temporaryFolder } from '../../base/testing/temporary-folder'
import { linuxProcesses, startWithFingerprint } from './processes/linux-processes'
import { isAlive, linesOf, openSupervised } from './testing/supervised'
import { Watchdog } from './watchdog'
import { needsProc } from '../../base/testing/needs'
import { commandLineOf, livingStatusOf } from '../../../../e2e/helpers/processes/linux-processes.ts'
import { withState } from '../../../../e2e/helpers/preserve-state.ts'
import { scaledTimeout } from '../../../../e2e/suite/limits/slowness.ts'

beforeEach(needsProc)

const hooks = fileURLToPath(new URL('../../base/testing/resolve-typescript.ts', import.meta.url))
const program = fileURLToPath(new URL('testing/killed-host.ts', import.meta.url))

/** All processes with the run's mark in their environment. */
async function marked(runId: string): Promise<number[]> {
  const rows = (await linuxProcesses.read()) ?? []
  return rows.map((row) => row.pid).filter((pid) => readEnvironment(pid).includes(`PARLEY_RUN_ID=${runId}`))
}

function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return ''
  }
}

function isWatchdog(pid: number): boolean {
  return commandLineOf(pid).includes('parley-watchdog')
}

async function watchdogOf(pid: number): Promise<number | undefined> {
  const rows = (await linuxProcesses.read()) ?? []
  return rows.find((row) => row.parentPid === pid && isWatchdog(row.pid))?.pid
}

/** A Parley in its own group, with an agent and processes that are hard to find. */
async function startHost() {
  const runId = crypto.randomUUID()
  const folder = temporaryFolder()
  const host = spawn(
    process.execPath,
    ['--import', hooks, program, folder, runId, String(scaledTimeout(20_000))],
    { detached: true, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const pid = pidOf(host)
  const exited = once(host, 'exit')
  onTestFinished(async () => {
    if (isAlive(pid)) process.kill(-pid, 'SIGKILL')
    await exited
  })
  // It says on standard error why it gives up.
  const ready = await Promise.race([once(host.stdout, 'data'), exited])
  expect(ready, 'what the host prints').toEqual([expect.any(Buffer)])
  const [line] = ready as [Buffer]
  const watchdog = (await watchdogOf(pid)) ?? 0
  return {
    host,
    pid,
    exited,
    runId,
    watchdog,
    dataFolder: folder,
    noted: line.toString().trim().split(' ').map(Number),
  }
}

test('agents and their process trees end when Parley and its group are killed', async () => {
  const { pid, exited, runId, watchdog, noted, dataFolder } = await startHost()
  const filesIn = () => readdirSync(join(dataFolder, 'agents/files'))
  expect(filesIn()).toHaveLength(1)
  expect(await marked(runId)).toHaveLength(4)
  expect(noted.map((one) => isAlive(one))).toEqual([true, true, true, true])
  expect(isAlive(watchdog)).toBe(true)
  process.kill(-pid, 'SIGKILL')
  await exited
  await vi.waitFor(
    async () => {
      expect(await marked(runId)).toEqual([])
      expect(noted.filter((one) => isAlive(one))).toEqual([])
    },
    { timeout: scaledTimeout(10_000), interval: 50 },
  )
  await vi.waitFor(() => expect(isAlive(watchdog)).toBe(false), {
    timeout: scaledTimeout(10_000),
    interval: 50,
  })
  expect(filesIn()).toEqual([])
})

test('the watchdog exits with a Parley that quits normally', async () => {
  const { host, exited, runId, watchdog, noted } = await startHost()
  host.stdin.end()
  expect(await exited).toEqual([0, null])
  expect(await marked(runId)).toEqual([])
  expect(noted.filter((one) => isAlive(one))).toEqual([])
  await vi.waitFor(() => expect(isAlive(watchdog)).toBe(false), {
    timeout: scaledTimeout(10_000),
    interval: 50,
  })
})

/** A watchdog of this process, and the errors that it reported. */
function openWatchdog({ prefix = 'nobody.' } = {}) {
  const complaints: [string, unknown][] = []
  const complain = (source: string, error: unknown) => void complaints.push([source, error])
  const watchdog = new Watchdog(
    { prefix, ownStart: '0', filesPrefix: '' },
    { fatal: complain, warning: complain },
  )
  onTestFinished(async () => {
    watchdog.quit()
    // The next test looks for its own watchdog.
    await vi.waitFor(async () => expect(await watchdogOf(process.pid)).toBeUndefined(), {
      timeout: scaledTimeout(10_000),
      interval: 20,
    })
  })
  return { watchdog, complaints }
}

/** The new watchdog of this process after `tell`. */
function newWatchdog(tell: () => void, before: readonly number[] = []): Promise<number> {
  return vi.waitFor(
    async () => {
      tell()
      const pid = await watchdogOf(process.pid)
      if (pid === undefined || before.includes(pid)) throw new Error('no new watchdog was started')
      return pid
    },
    { timeout: scaledTimeout(10_000), interval: 20 },
  )
}

test.each([
  [{ PATH: '/bin', TZ: 'Asia/Tokyo', SECRET: 'a key' }, ['LC_ALL=C', 'PATH=/bin', 'TZ=Asia/Tokyo']],
  [{ PATH: undefined, TZ: undefined }, ['LC_ALL=C', 'PATH=/usr/bin:/bin']],
])(
  'the watchdog runs detached, without the parts of %j that it does not need',
  async (environment, expected) => {
    const { watchdog, complaints } = openWatchdog()
    const pid = await newWatchdog(() => withState(process.env, environment, () => watchdog.update([], [])))
    const [row] = ((await linuxProcesses.read()) ?? []).filter((one) => one.pid === pid)
    expect(row?.sessionId).toBe(pid)
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe('/')
    expect([1, 2].map((output) => readlinkSync(`/proc/${pid}/fd/${output}`))).toEqual([
      '/dev/null',
      '/dev/null',
    ])
    expect(readEnvironment(pid).split('\0').filter(Boolean).toSorted()).toEqual(expected)
    watchdog.quit()
    await expect.poll(() => isAlive(pid), { timeout: scaledTimeout(10_000) }).toBe(false)
    // The next one must not be mistaken for the one that has quit.
    const next = await newWatchdog(() => watchdog.update([], []), [pid])
    expect(await watchdogOf(process.pid)).toBe(next)
    expect(complaints).toEqual([])
  },
)

test('one process takes all updates; if several die, only the first is reported', async () => {
  const { watchdog, complaints } = openWatchdog()
  watchdog.quit()
  const pids: number[] = []
  while (pids.length < 3) {
    const pid = await newWatchdog(() => watchdog.update([], []), pids)
    watchdog.update([], ['1,00000001'])
    expect(await watchdogOf(process.pid)).toBe(pid)
    pids.push(pid)
    if (pids.length < 3) process.kill(pid, 'SIGKILL')
  }
  expect(complaints).toEqual([['agents', new Error('the watchdog of the agents ended (SIGKILL)')]])
})

test('an update while the watchdog dies does no harm', async () => {
  const { watchdog, complaints } = openWatchdog()
  const pid = await newWatchdog(() => watchdog.update([], []))
  process.kill(pid, 'SIGKILL')
  // Without a turn of the event loop, its exit has not been noticed here.
  while (livingStatusOf(pid) !== null);
  watchdog.update([], ['1,00000001'])
  await expect.poll(() => complaints.length, { timeout: scaledTimeout(10_000) }).toBe(1)
})

/** A process without Parley's environment, in its own session: its row, and its fingerprint. */
async function startStranger(used: readonly string[] = []) {
  const { started: stranger, fingerprint } = startWithFingerprint(new Set(used), () =>
    spawn('sleep', ['60'], { env: {}, detached: true, stdio: 'ignore' }),
  )
  const pid = pidOf(stranger)
  const exited = once(stranger, 'exit')
  onTestFinished(async () => {
    stranger.kill('SIGKILL')
    await exited
  })
  const row = (await linuxProcesses.read())?.find((one) => one.pid === pid)
  if (row === undefined) throw new Error('process not found')
  return { row, fingerprint: fingerprint ?? '' }
}

type Stranger = Awaited<ReturnType<typeof startStranger>>

const asRows = (strangers: readonly Stranger[]) => [strangers.map(({ row }) => row), []]

const asFingerprints = (strangers: readonly Stranger[]) => [
  [],
  strangers.map(({ fingerprint }) => fingerprint),
]

test.each([
  ['ends processes that it knows by pid when Parley is gone', asRows, 'process.exit()', true],
  ['ends processes that it knows by fingerprint when Parley is gone', asFingerprints, 'process.exit()', true],
  ['ends nothing when Parley told it to quit', asRows, 'watchdog.quit()', false],
])('it %s', async (_title, told, last, isEnded) => {
  const first = await startStranger()
  const strangers = [first, await startStranger([first.fingerprint])]
  const [rows, fingerprints] = told(strangers)
  const file = new URL('watchdog.ts', import.meta.url).href
  const code = `import { Watchdog } from ${JSON.stringify(file)}
    const watchdog = new Watchdog({ prefix: 'nobody.', ownStart: '0' }, console)
    watchdog.update(${JSON.stringify(rows)}, ${JSON.stringify(fingerprints)})
    console.log('told')
    process.stdin.once('data', () => { ${last}; process.stdin.destroy() })`
  const host = spawn(process.execPath, ['--import', hooks, '--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(host.stdout, 'data')
  const watchdog = (await watchdogOf(pidOf(host))) ?? 0
  host.stdin.end('end')
  await once(host, 'exit')
  await expect.poll(() => isAlive(watchdog), { timeout: scaledTimeout(10_000) }).toBe(false)
  expect(strangers.map(({ row }) => livingStatusOf(row.pid) === null)).toEqual([isEnded, isEnded])
})

test('if the watchdog cannot be started, that is reported once, and agents run without it', () => {
  const { watchdog, complaints } = openWatchdog({ prefix: 'what no program can be given: \0' })
  watchdog.update([], [])
  watchdog.update([], [])
  expect(complaints).toMatchObject([['agents', { code: 'ERR_INVALID_ARG_VALUE' }]])
})

test('the watchdog does not keep Parley running', async () => {
  const file = new URL('watchdog.ts', import.meta.url).href
  const code = `import { Watchdog } from ${JSON.stringify(file)}
    new Watchdog({ prefix: 'nobody.', ownStart: '0' }, console).update([], [])`
  const host = spawn(process.execPath, ['--import', hooks, '--input-type=module', '-e', code], {
    stdio: 'inherit',
  })
  expect(await once(host, 'exit')).toEqual([0, null])
})

test('a watchdog that died is restarted for the next agent', async () => {
  const { startNode, complaints } = openSupervised()
  const stay = 'console.log("ready"); setInterval(() => {}, 60_000)'
  await linesOf(await startNode(stay))()
  const watchdog = (await watchdogOf(process.pid)) ?? 0
  process.kill(watchdog, 'SIGKILL')
  await vi.waitFor(() => expect(complaints).toHaveLength(1), { timeout: scaledTimeout(10_000) })
  await startNode(stay)
  expect(await watchdogOf(process.pid)).toEqual(expect.any(Number))
})

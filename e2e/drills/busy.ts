// Runs `npm test` while two processes per core spin at normal priority: it must pass as on an idle machine.
// Prints what was slow, how busy the machine was, and which limits were extended.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { inMs, percentile } from '../helpers/figures.ts'
import { signalGroup } from '../helpers/processes/kill-tree.ts'
import { formatTable } from '../helpers/table.ts'
import { type Drill, runDrill } from './parts/drill.ts'
import { readTestOutput, type TestOutput, type TimedTest } from './parts/test-output.ts'
import { descendantsOf, timesOf } from '../suite/limits/process-times.ts'

const timerMs = 100
const shareEveryMs = 1_000

/** How busy the machine was during a run. */
interface MachineSamples {
  /** How late each bare timer of this process fired. */
  lateMs: number[]
  /** For each second, the share of time in which the processes under test were runnable but waited for a CPU. */
  waitingShares: number[]
}

/** Samples until `stop`; the processes under test are the descendants of `pid`. */
function sampleMachine(pid: number): { samples: MachineSamples; stop: () => void } {
  const samples: MachineSamples = { lateMs: [], waitingShares: [] }
  let dueMs = performance.now() + timerMs
  let timer = setTimeout(sampleLateness, timerMs)
  let known = timesById()
  const shareTimer = setInterval(sampleShare, shareEveryMs)

  function sampleLateness(): void {
    const nowMs = performance.now()
    samples.lateMs.push(Math.max(0, nowMs - dueMs))
    dueMs = nowMs + timerMs
    timer = setTimeout(sampleLateness, timerMs)
  }

  function sampleShare(): void {
    const now = timesById()
    let [ranMs, waitedMs] = [0, 0]
    for (const [id, times] of now) {
      const before = known.get(id)
      if (before === undefined) continue
      ranMs += times.ranMs - before.ranMs
      waitedMs += times.waitedMs - before.waitedMs
    }
    known = now
    if (ranMs + waitedMs > 0) samples.waitingShares.push(waitedMs / (ranMs + waitedMs))
  }

  function timesById() {
    return new Map(timesOf(descendantsOf(pid)).map((times) => [times.pid, times]))
  }

  return {
    samples,
    stop() {
      clearTimeout(timer)
      clearInterval(shareTimer)
    },
  }
}

/** Spins, and checks regularly that its parent is alive, so that it never outlives the drill. */
const program = `
const parent = process.ppid
for (;;) {
  const untilMs = performance.now() + 50
  while (performance.now() < untilMs);
  if (process.ppid !== parent) process.exit()
}`

/** Processes at normal priority that use as much CPU as they can get, until `stop`. */
function startBusyLoops(count: number): { stop: () => void } {
  const loops = Array.from({ length: count }, (): ChildProcess =>
    spawn(process.execPath, ['-e', program], { stdio: 'ignore' }),
  )
  const stop = () => {
    for (const loop of loops) loop.kill('SIGKILL')
    process.off('exit', stop)
  }
  process.once('exit', stop)
  return { stop }
}

/** Four on two cores. */
const loopCount = 2 * availableParallelism()
const shownSlowest = 10
/** How soon the run must end once it is asked to. */
const endsWithinMs = 10_000
/** Runs only a part, such as "--only e2e e2e/specs/stop.spec.ts". */
const testArguments = (process.env['PARLEY_DRILL_TEST'] ?? '').split(' ').filter((part) => part !== '')

await runDrill({ name: 'busy', limitSeconds: 7_200, count: 1, play })

async function play(drill: Drill): Promise<void> {
  const loops = startBusyLoops(loopCount)
  drill.onOver(() => loops.stop())
  for (let round = 1; round <= drill.count; round++) {
    const { exitCode, output, samples } = await runTests(drill)
    console.log(`\nround ${round} of ${drill.count}: ${output.sum ?? 'no result'}\n`)
    printSlowest('unit test file', output.unitFiles)
    printSlowest('live test', output.liveTests)
    printMachine(samples)
    printExtensions(output)
    drill.check(exitCode === 0, () => `round ${round} exited with ${exitCode}: ${output.sum ?? 'no result'}`)
  }
}

async function runTests(
  drill: Drill,
): Promise<{ exitCode: number | null; output: TestOutput; samples: MachineSamples }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../scripts/run.mjs'), 'test', ...testArguments],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const { pid } = child
  if (pid === undefined) throw new Error('npm test could not be started')
  const closed = once(child, 'close')
  const endNow = () => signalGroup(pid, 'SIGKILL')
  process.once('exit', endNow)
  drill.onOver(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    signalGroup(pid, 'SIGTERM')
    const timer = setTimeout(endNow, endsWithinMs)
    await closed
    clearTimeout(timer)
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      process.stdout.write(chunk)
    })
  }
  const { samples, stop } = sampleMachine(pid)
  await closed
  stop()
  process.off('exit', endNow)
  return { exitCode: child.exitCode, output: readTestOutput(text), samples }
}

function printSlowest(what: string, tests: readonly TimedTest[]): void {
  if (tests.length === 0) return
  const slowest = tests.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, shownSlowest)
  const rows = slowest.map(({ name, durationMs }) => [`${(durationMs / 1_000).toFixed(1)} s`, name])
  console.log(`${formatTable(['took', `slowest of ${tests.length}: ${what}`], rows)}\n`)
}

function printMachine({ lateMs, waitingShares }: MachineSamples): void {
  const rows = [
    ['timer lag', ...spread(lateMs, inMs)],
    ['share of CPU demand spent waiting', ...spread(waitingShares, inPercent)],
  ]
  console.log(`${formatTable(['machine', 'min', 'median', 'p95', 'max'], rows)}\n`)
}

function printExtensions({ extensions }: TestOutput): void {
  if (extensions.length === 0) {
    console.log('No limit of the live suite was extended.\n')
    return
  }
  const rows = [...new Set(extensions.map(({ limit }) => limit))].map((limit) => {
    const byMs = extensions.flatMap((extension) => (extension.limit === limit ? [extension.byMs] : []))
    return [limit, String(byMs.length), ...[0, 0.5, 1].map((share) => inMs(percentile(byMs, share)))]
  })
  console.log(`${formatTable(['limit', 'extended', 'min', 'median', 'max'], rows)}\n`)
}

function spread(values: readonly number[], format: (value: number) => string): string[] {
  return [0, 0.5, 0.95, 1].map((share) => format(percentile(values, share)))
}

function inPercent(share: number): string {
  return Number.isNaN(share) ? '-' : `${Math.round(share * 100)} %`
}

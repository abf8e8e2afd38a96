// Runs `npm test` while two processes per core spin at normal priority: it must pass as on an idle machine.
// Prints what was slow, how busy the machine was, and which limits were extended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { inMs, percentile } from '../helpers/figures.ts'
import { signalGroup } from '../helpers/processes/kill-tree.ts'
import { formatTable } from '../helpers/table.ts'
import { startBusyLoops } from './parts/busy-loops.ts'
import { type Drill, runDrill } from './parts/drill.ts'
import { type MachineSamples, sampleMachine } from './parts/machine-samples.ts'
import { readTestOutput, type TestOutput, type TimedTest } from './parts/test-output.ts'

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

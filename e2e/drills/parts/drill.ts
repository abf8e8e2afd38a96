import { parseArgs } from 'node:util'

import { type Random, seededRandom } from '../../../src/main/base/seeded-random.ts'
import { type FakeProvider, startFakeProvider } from '../../fake-provider/fake-provider.ts'
import { type Host, startHost, type StartHostOptions } from '../../helpers/processes/host.ts'
import { describeLoad } from '../../helpers/processes/machine-load.ts'

/** The number of breaches that are printed in full; others are only counted. */
const shownBreaches = 20
/** How long cleanup may take before the process exits without it. */
const cleanUpWithinMs = 15_000

/** The tools of a drill. Everything started through it is ended when the drill is over. */
export interface Drill {
  readonly fake: FakeProvider
  readonly random: Random
  /** The number of rounds, from `--count` or the drill's default. */
  readonly count: number
  /** The size of what the drill works with, from `--megabytes`; null for the drill's default. */
  readonly megabytes: number | null
  /** Records a breach unless the condition holds. */
  check(holds: boolean, breach: () => string): void
  startHost(options?: StartHostOptions): Promise<Host>
  /** Registers a function to call when the drill is over, in reverse order. */
  onOver(cleanUp: () => unknown): void
}

/**
 * Runs a drill and exits: with 0 if it ended in time without a breach. `play` prints its own table. `--seed
 * TEXT` repeats the same random choices.
 */
export async function runDrill(options: {
  name: string
  limitSeconds: number
  count: number
  play(drill: Drill): Promise<void>
}): Promise<never> {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, count: { type: 'string' }, megabytes: { type: 'string' } },
  })
  const seed = values.seed ?? String(Date.now())
  const count = wholeNumber('--count', values.count) ?? options.count
  const megabytes = wholeNumber('--megabytes', values.megabytes)
  const breaches: string[] = []
  const cleanUps: (() => unknown)[] = []
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

  console.log(`drill ${options.name}: ${count} times, seed ${seed}`)
  const startedMs = performance.now()
  try {
    const fake = await startFakeProvider()
    cleanUps.push(() => fake.close())
    const drill: Drill = {
      fake,
      count,
      megabytes,
      random: seededRandom(seed),
      check(holds, breach) {
        if (!holds) breaches.push(breach())
      },
      async startHost(hostOptions) {
        const host = await startHost(hostOptions)
        cleanUps.push(() => host.stop())
        return host
      },
      onOver: (cleanUp) => cleanUps.push(cleanUp),
    }
    await within(options.limitSeconds * 1000, options.play(drill), `the drill (${options.limitSeconds} s)`)
  } catch (error) {
    breaches.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  for (const breach of breaches.slice(0, shownBreaches)) console.log(`BREACH ${breach}`)
  if (breaches.length > shownBreaches) console.log(`… and ${breaches.length - shownBreaches} more`)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  console.log(
    `${breaches.length === 0 ? 'ok' : 'FAILED'}: ${breaches.length} breaches in ${seconds} s, ${describeLoad()}`,
  )
  try {
    await within(cleanUpWithinMs, cleanUpAll(cleanUps), 'cleaning up')
  } finally {
    process.exit(breaches.length === 0 ? 0 : 1)
  }
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1) return number
  console.error(`${name} must be a whole number of 1 or more, not ${text}`)
  return process.exit(1)
}

/** Rejects with an error that names the work if it is not done in time. */
export async function within<Result>(limitMs: number, work: Promise<Result>, name: string): Promise<Result> {
  const tooLate = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooLate.reject(new Error(`${name} did not end in time`)), limitMs)
  try {
    return await Promise.race([work, tooLate.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function cleanUpAll(cleanUps: (() => unknown)[]): Promise<void> {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
}

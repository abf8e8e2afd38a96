// Plays machines of one person that exchange the rows of their stores without a server: everything that a user does, with
// rows that arrive late, twice, in another order or cut off, kills before any write, and older copies of the files. In
// the end, all stores are equal, and nothing acknowledged is lost.
import { playDevices } from '../../src/main/store/exchange/testing/play-devices.ts'
import { formatTable } from '../helpers/table.ts'
import { type Drill, runDrill } from './parts/drill.ts'

/** What happens in one play. */
const steps = 250

await runDrill({ name: 'sync', limitSeconds: 4 * 3_600, count: 2_000, play })

async function play(drill: Drill): Promise<void> {
  const sums = { actions: 0, kills: 0, rows: 0, messages: 0, applied: 0, appliedMs: 0 }
  for (let index = 0; index < drill.count; index += 1) {
    const seed = `devices ${drill.random.below(2 ** 31)}`
    const { breaches, ...played } = await playDevices(seed, steps)
    for (const breach of breaches) drill.check(false, () => `${seed}: ${breach}`)
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += played[name]
    // Lets signal handlers run.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { appliedMs, ...counts } = sums
  const rate = Math.round(sums.applied / (appliedMs / 1000))
  const rows = Object.entries({ ...counts, 'rows per second': rate })
  console.log(
    formatTable(
      ['what', 'count'],
      rows.map(([name, count]) => [name, String(count)]),
    ),
  )
}

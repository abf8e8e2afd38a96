// Reads 20,000 streams of each provider family, each tampered with in some way: text before a fault is kept,
// a stream that ended badly is never reported as complete, nothing throws, and each is read within 2 s.
import { breachOf, streamFamilies } from '../../src/main/providers/testing/mutated-streams.ts'
import { formatTable } from '../helpers/table.ts'
import { type Drill, runDrill } from './parts/drill.ts'

await runDrill({ name: 'streams', limitSeconds: 1_800, count: 20_000, play })

async function play(drill: Drill): Promise<void> {
  const rows: string[][] = []
  for (const family of streamFamilies) {
    const startedMs = performance.now()
    let breaches = 0
    for (let count = 0; count < drill.count; count++) {
      const breach = await breachOf(family, drill.random)
      if (breach !== null) breaches += 1
      drill.check(breach === null, () => breach ?? '')
    }
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    rows.push([family.name, String(drill.count), String(breaches), `${seconds} s`])
  }
  console.log(formatTable(['family', 'streams', 'breaches', 'in'], rows))
}

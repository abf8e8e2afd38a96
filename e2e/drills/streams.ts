// Reads 20,000 streams of each provider family, each tampered with in some way: text before a fault is kept,
// a stream that ended badly is never reported as complete, nothing throws, and each is read within 2 s. Then as many odd
// answers of servers that imitate OpenAI: reasoning is separated from text and shown once, and calls keep their arguments.
// A twentieth as many conversations with servers that refuse fields or limits, and that want reasoning back, follow.
import { chargedBreach } from '../../src/main/providers/testing/charged-streams.ts'
import { breachOf, streamFamilies } from '../../src/main/providers/testing/mutated-streams.ts'
import { oddAnswerBreach } from '../../src/main/providers/testing/odd-answers.ts'
import {
  returnedReasoningBreach,
  strictServerBreach,
} from '../../src/main/providers/testing/strict-servers.ts'
import { startFakeProvider } from '../fake-provider/fake-provider.ts'
import { formatTable } from '../helpers/table.ts'
import { type Drill, runDrill } from './parts/drill.ts'

await runDrill({ name: 'streams', limitSeconds: 1_800, count: 20_000, play })

async function play(drill: Drill): Promise<void> {
  const rows: string[][] = []
  const readAll = async (name: string, breachIn: () => Promise<string | null>, rounds = drill.count) => {
    const startedMs = performance.now()
    let breaches = 0
    for (let count = 0; count < rounds; count++) {
      const breach = await breachIn()
      if (breach !== null) breaches += 1
      drill.check(breach === null, () => breach ?? '')
    }
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    rows.push([name, String(rounds), String(breaches), `${seconds} s`])
  }
  for (const family of streamFamilies) await readAll(family.name, () => breachOf(family, drill.random))
  for (const family of streamFamilies) {
    await readAll(`${family.name}, charged`, () => chargedBreach(family, drill.random))
  }
  await readAll('odd answers', () => oddAnswerBreach(drill.random))
  const fake = await startFakeProvider()
  const rounds = Math.ceil(drill.count / 20)
  await readAll('strict servers', () => strictServerBreach(fake, drill.random), rounds)
  await readAll('reasoning given back', () => returnedReasoningBreach(fake, drill.random), rounds)
  await fake.close()
  console.log(formatTable(['family', 'streams', 'breaches', 'in'], rows))
}

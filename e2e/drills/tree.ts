// Plays thousands of random sequences of everything that changes which messages a chat has or shows, in the
// built app, and compares the app with a model of a few lines.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as fc from 'fast-check'

import type { Host } from '../helpers/processes/host.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { treeActions } from '../tree/tree-actions.ts'
import { playTree, scriptTreeModels } from '../tree/tree-play.ts'
import { type Drill, runDrill } from './parts/drill.ts'
import { saveFakeProvider } from './parts/stage.ts'

await runDrill({ name: 'tree', limitSeconds: 1_800, count: 2_000, play })

async function play(drill: Drill): Promise<void> {
  scriptTreeModels(drill.fake)
  const userData = mkdtempSync(join(tmpdir(), 'parley-tree-'))
  drill.onOver(() => rmSync(userData, { recursive: true, force: true }))
  let host: Host = await drill.startHost({ userData })
  let client: WireClient = await host.connect()
  drill.onOver(() => client.close())
  await saveFakeProvider(client, drill.fake)
  await client.invoke('settings.set', { nameChats: false })

  const tally = new Map<string, number>()
  let restartCount = 0
  const subject = {
    get parley() {
      return client
    },
    async restart() {
      restartCount += 1
      await host.stop()
      host = await drill.startHost({ userData })
      client = await host.connect()
    },
  }
  const result = await fc.check(
    fc.asyncProperty(treeActions, async (actions) => {
      for (const { type } of actions) tally.set(type, (tally.get(type) ?? 0) + 1)
      await playTree(subject, actions)
    }),
    { numRuns: drill.count, seed: drill.random.below(2 ** 31) },
  )
  const done = [...tally].toSorted(([left], [right]) => left.localeCompare(right))
  console.log(
    `${result.numRuns} sequences, ${restartCount} restarts: ${done.map(([type, count]) => `${type} ${count}`).join(', ')}`,
  )
  drill.check(
    !result.failed,
    () =>
      `fast-check seed ${result.seed}, path ${result.counterexamplePath}\n${fc.defaultReportMessage(result) ?? ''}`,
  )
}

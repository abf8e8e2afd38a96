// kill -9 at random moments under constant writes, hundreds of times: after each start, everything
// acknowledged is stored once, nothing is duplicated, and the file is intact.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { seededRandom } from '../../src/main/base/seeded-random.ts'
import { preciseNow } from '../fake-provider/fake-request.ts'
import { inMs, median } from '../helpers/figures.ts'
import type { Host } from '../helpers/processes/host.ts'
import { formatTable } from '../helpers/table.ts'
import { Acknowledged } from './parts/acknowledged.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import { newWorkTally, scriptHardWork, workHard } from './parts/hard-work.ts'
import { between, until } from './parts/moments.ts'
import { saveFakeProvider } from './parts/stage.ts'

/** Concurrent users, each with their own chats. */
const userCount = 4

const acknowledged = new Acknowledged()
const tally = newWorkTally()
const restartsMs: number[] = []
let lostCount = 0
let duplicatedCount = 0
let snapshotCount = 0

await runDrill({ name: 'crash', limitSeconds: 3_600, count: 200, play })

async function play(drill: Drill): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-crash-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  scriptHardWork(drill)
  let host = await drill.startHost({ userData: folder })
  const setUp = await host.connect()
  await saveFakeProvider(setUp, drill.fake)
  await setUp.invoke('settings.set', { nameChats: false })
  await setUp.close()
  for (let kill = 0; kill < drill.count; kill += 1) {
    const name = `kill ${kill}`
    await within(20_000, workAndKill(drill, host), name)
    const deadMs = performance.now()
    host = await drill.startHost({ userData: folder })
    restartsMs.push(performance.now() - deadMs)
    await within(20_000, inspect(drill, host, name), `${name}: the inspection`)
  }
  await host.stop()
  checkFile(drill, folder, 'at the end')
  report(drill)
}

async function workAndKill(drill: Drill, host: Host): Promise<void> {
  const client = await host.connect()
  const seed = () => seededRandom(String(drill.random.below(1_000_000_000)))
  const users = Array.from({ length: userCount }, () =>
    workHard(client, { acknowledged, tally, random: seed(), isOver: () => false }),
  )
  // Some kills happen during a snapshot.
  if (drill.random.below(4) === 0) users.push(takeSnapshots(client))
  await until(preciseNow() + between(drill.random, 30, 1_200))
  await host.kill9()
  await Promise.all(users)
}

async function takeSnapshots(client: Awaited<ReturnType<Host['connect']>>): Promise<void> {
  while (client.isOpen) {
    try {
      await client.invoke('snapshots.take', {})
      snapshotCount += 1
    } catch {
      // The host was killed; what it left is inspected later.
    }
  }
}

async function inspect(drill: Drill, host: Host, name: string): Promise<void> {
  const client = await host.connect()
  const [health, { notices }, { snapshots }] = await Promise.all([
    client.invoke('health.get', {}),
    client.invoke('notices.list', {}),
    client.invoke('snapshots.list', {}),
  ])
  drill.check(health.status === 'ok', () => `${name}: health is ${JSON.stringify(health)}`)
  drill.check(notices.length === 0, () => `${name}: false alarm: ${JSON.stringify(notices)}`)
  drill.check(snapshots.length <= 6, () => `${name}: ${snapshots.length} snapshots kept`)
  checkFile(drill, host.dataFolder, name)
  await client.close()
}

function checkFile(drill: Drill, folder: string, name: string): void {
  const { lost, duplicated, unanswered, integrity } = acknowledged.inspect(join(folder, 'parley.db'))
  lostCount = Math.max(lostCount, lost.length)
  duplicatedCount = Math.max(duplicatedCount, duplicated.length)
  drill.check(integrity === 'ok', () => `${name}: integrity_check says ${integrity}`)
  drill.check(lost.length === 0, () => `${name}: lost ${lost.map(({ token }) => token).join(', ')}`)
  drill.check(duplicated.length === 0, () => `${name}: duplicated ${duplicated.join(', ')}`)
  drill.check(unanswered.length === 0, () => `${name}: no answer for ${unanswered.join(', ')}`)
}

function report(drill: Drill): void {
  const found = acknowledged.count - lostCount
  const row = [drill.count, acknowledged.count, found, lostCount, duplicatedCount, snapshotCount]
  console.log(
    formatTable(['kills', 'acknowledged', 'found', 'lost', 'duplicated', 'snapshots'], [row.map(String)]),
  )
  const refused = [...tally.refused].map(([code, count]) => `${code} ${count}`).join(', ')
  console.log(`${tally.done} requests done, refused: ${refused}`)
  const middle = inMs(median(restartsMs))
  console.log(`from kill to ready: median ${middle}, worst ${inMs(Math.max(...restartsMs))}`)
  drill.check(acknowledged.count > drill.count, () => 'too little was written between the kills')
}

// kill -9 at random moments while everything writes, hundreds of times: after each start whatever was acknowledged is
// there once, nothing is there twice, and the file is whole.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { seededRandom } from '../../src/main/base/seeded-random.ts'
import { preciseNow } from '../fake-provider/fake-request.ts'
import { inMs, percentile } from '../helpers/figures.ts'
import type { Host } from '../helpers/host.ts'
import { formatTable } from '../helpers/table.ts'
import { Acknowledged } from './acknowledged.ts'
import { type Drill, runDrill, within } from './drill.ts'
import { newWorkTally, scriptHardWork, workHard } from './hard-work.ts'
import { between, until } from './moments.ts'
import { saveFakeProvider } from './stage.ts'

/** Users at once, each in chats of their own. */
const userCount = 4

const acknowledged = new Acknowledged()
const tally = newWorkTally()
const restartsMs: number[] = []
let lostCount = 0
let doubledCount = 0
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
  checkFile(drill, folder, 'in the end')
  report(drill)
}

async function workAndKill(drill: Drill, host: Host): Promise<void> {
  const client = await host.connect()
  const seed = () => seededRandom(String(drill.random.below(1_000_000_000)))
  const users = Array.from({ length: userCount }, () =>
    workHard(client, { acknowledged, tally, random: seed(), isOver: () => false }),
  )
  // Now and then the kill meets a snapshot on its way.
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
      // The host was killed meanwhile; what it left is looked at afterwards.
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
  drill.check(notices.length === 0, () => `${name}: a false alarm: ${JSON.stringify(notices)}`)
  drill.check(snapshots.length <= 6, () => `${name}: ${snapshots.length} snapshots are kept`)
  checkFile(drill, host.dataFolder, name)
  await client.close()
}

function checkFile(drill: Drill, folder: string, name: string): void {
  const { lost, doubled, unanswered, integrity } = acknowledged.inspect(join(folder, 'parley.db'))
  lostCount = Math.max(lostCount, lost.length)
  doubledCount = Math.max(doubledCount, doubled.length)
  drill.check(integrity === 'ok', () => `${name}: integrity_check says ${integrity}`)
  drill.check(lost.length === 0, () => `${name}: lost ${lost.map(({ token }) => token).join(', ')}`)
  drill.check(doubled.length === 0, () => `${name}: duplicated ${doubled.join(', ')}`)
  drill.check(unanswered.length === 0, () => `${name}: no answer of ${unanswered.join(', ')}`)
}

function report(drill: Drill): void {
  const found = acknowledged.count - lostCount
  const row = [drill.count, acknowledged.count, found, lostCount, doubledCount, snapshotCount]
  console.log(
    formatTable(
      ['kills', 'acknowledged', 'found', 'lost', 'duplicated', 'snapshots beside'],
      [row.map(String)],
    ),
  )
  const refused = [...tally.refused].map(([code, count]) => `${code} ${count}`).join(', ')
  console.log(`${tally.done} operations completed, refused: ${refused}`)
  const median = inMs(percentile(restartsMs, 0.5))
  console.log(`kill to ready again: median ${median}, worst ${inMs(Math.max(...restartsMs))}`)
  drill.check(acknowledged.count > drill.count, () => 'hardly anything was written between the kills')
}

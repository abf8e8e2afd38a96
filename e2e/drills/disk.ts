// Fills a small disk at random moments. Reading and export keep working, every write is refused at once, and
// the app recovers without help when there is space again. Nothing acknowledged is lost.
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'

import { seededRandom } from '../../src/main/base/seeded-random.ts'
import type { SessionId, WindowId } from '../../src/shared/ids.ts'
import { preciseNow } from '../fake-provider/fake-request.ts'
import { inMs, median, percentile } from '../helpers/figures.ts'
import type { Host } from '../helpers/processes/host.ts'
import { formatTable } from '../helpers/table.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { Acknowledged } from './parts/acknowledged.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import { newWorkTally, scriptHardWork, workHard } from './parts/hard-work.ts'
import { between, until } from './parts/moments.ts'
import { newChat, saveFakeProvider } from './parts/stage.ts'

/** A separate file system that is small enough to fill. */
interface SmallDisk {
  readonly folder: string
  /** Uses all free space except `leftBytes`. */
  fill(leftBytes: number): void
  /** Frees that space. */
  free(): void
  remove(): void
}

const pieceBytes = 64 * 1024

/** Mounts a file system in memory, which needs root; without root, it fails and says so. */
function mountSmallDisk(sizeBytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=700`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `This drill needs to mount a small disk, which was refused (${reason.trim()}). Run it as root: sudo npm run drill:disk.`,
      { cause: error },
    )
  }
  const filler = join(folder, 'filler')
  let isMounted = true
  return {
    folder,
    fill(leftBytes) {
      const piece = Buffer.alloc(pieceBytes, 1)
      const handle = openSync(filler, 'a')
      try {
        for (;;) {
          const room = freeBytes(folder) - leftBytes
          if (room <= 0) return
          if (writeSync(handle, piece, 0, Math.min(room, pieceBytes)) === 0) return
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(handle)
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      if (!isMounted) return
      isMounted = false
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Space for the drill's own writes and for the check that requires 50 MiB to be free. */
const diskBytes = 192 * 1024 * 1024
const userCount = 3
/** How soon a write must be refused. */
const refuseWithinMs = 1_000
/** How soon the app must notice free space: it checks every five seconds. */
const recoverWithinMs = 12_000

const acknowledged = new Acknowledged()
const tally = newWorkTally()
const refusalsMs: number[] = []
const recoveriesMs: number[] = []
let killCount = 0
let savedLater = 0

await runDrill({ name: 'disk', limitSeconds: 1_800, count: 20, play })

async function play(drill: Drill): Promise<void> {
  const disk = mountSmallDisk(diskBytes)
  process.once('exit', () => disk.remove())
  const folder = join(disk.folder, 'data')
  mkdirSync(folder)
  scriptHardWork(drill)
  let host = await drill.startHost({ userData: folder })
  const setUp = await host.connect()
  await saveFakeProvider(setUp, drill.fake)
  await setUp.invoke('settings.set', { nameChats: false })
  await setUp.close()
  for (let round = 0; round < drill.count; round += 1) {
    const name = `round ${round}`
    await within(60_000, playRound(drill, host, disk, name), name)
    // In every fifth round the process is killed while the disk is full, and restarted when there is space.
    if (round % 5 !== 4) continue
    disk.fill(0)
    await host.kill9()
    killCount += 1
    disk.free()
    host = await drill.startHost({ userData: folder })
    checkFile(drill, folder, `${name}, after a kill`)
  }
  await host.stop()
  checkFile(drill, folder, 'at the end')
  report()
}

async function playRound(drill: Drill, host: Host, disk: SmallDisk, name: string): Promise<void> {
  const client = await host.connect()
  const health = watchHealth(client)
  let isOver = false
  const users = Array.from({ length: userCount }, () =>
    workHard(client, {
      acknowledged,
      tally,
      random: seededRandom(String(drill.random.below(1_000_000_000))),
      isOver: () => isOver,
    }),
  )
  const running = await startLongAnswer(client, acknowledged)
  await until(preciseNow() + between(drill.random, 50, 800))
  // Sometimes a little space is left, which suffices for some writes.
  disk.fill(drill.random.below(3) === 0 ? drill.random.below(512 * 1024) : 0)
  await until(preciseNow() + between(drill.random, 50, 400))
  disk.fill(0)
  await insistOnRefusal(drill, client, name)
  await readWhileFull(drill, client, running, name)
  isOver = true
  await Promise.all(users)
  disk.free()
  const freedMs = performance.now()
  await within(recoverWithinMs, health.recovered(), `${name}: recovery`)
  recoveriesMs.push(performance.now() - freedMs)
  await settle(drill, client, running, name)
  health.close()
  await client.close()
}

async function startLongAnswer(client: WireClient, ledger: Acknowledged): Promise<SessionId> {
  const sessionId = await newChat(client, 'worked-long')
  const token = ledger.newToken()
  const { runId } = await client.invoke('runs.send', { sessionId, text: token })
  ledger.add(sessionId, token)
  ledger.addRun(runId)
  return sessionId
}

/** Writes until a write is refused; a log with free space inside takes a few more. */
async function insistOnRefusal(drill: Drill, client: WireClient, name: string): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const token = acknowledged.newToken()
    const askedMs = performance.now()
    try {
      const messages = [{ role: 'user' as const, content: `${token} ${'word '.repeat(20_000)}` }]
      const { session } = await client.invoke('sessions.import', { title: token, messages })
      acknowledged.add(session.id, token)
    } catch (error) {
      const tookMs = performance.now() - askedMs
      refusalsMs.push(tookMs)
      const { code, data } = error as { code?: string; data?: { cause?: { code?: string } } }
      drill.check(
        code === 'DEGRADED' && data?.cause?.code === 'STORE_FULL',
        () => `${name}: a write on the full disk was refused with ${code}: ${String(error)}`,
      )
      drill.check(tookMs <= refuseWithinMs, () => `${name}: a refusal took ${inMs(tookMs)}`)
      return
    }
  }
  drill.check(false, () => `${name}: the full disk refused nothing`)
}

async function readWhileFull(
  drill: Drill,
  client: WireClient,
  running: SessionId,
  name: string,
): Promise<void> {
  const health = await client.invoke('health.get', {})
  const store = health.checks.find(({ id }) => id === 'store')
  drill.check(
    health.status === 'degraded' && health.fatalErrorCount === 0,
    () =>
      `${name}: health is ${health.status} (store ${store?.status}), ${health.fatalErrorCount} fatal errors`,
  )
  const { sessions } = await client.invoke('sessions.list', { limit: 20 })
  drill.check(sessions.length > 0, () => `${name}: no chat can be listed on the full disk`)
  for (const { id: sessionId } of sessions.slice(0, 5)) {
    const { messages } = await client.invoke('sessions.get', { sessionId })
    const { content } = await client.invoke('sessions.export', { sessionId, format: 'json' })
    drill.check(content.length > messages.length, () => `${name}: an export on the full disk is empty`)
  }
  const stop = await client.invoke('runs.stop', { sessionId: running, holdQueue: true })
  if (stop.stopped && stop.receipt?.savedMs === null) savedLater += 1
}

/** A window that follows the app's health and requests nothing. */
function watchHealth(client: WireClient): { recovered(): Promise<void>; close(): void } {
  let status = ''
  let onWell: (() => void) | null = null
  let windowId: WindowId | null = null
  const stream = client.open(
    'window.attach',
    {},
    {
      onEvents(events) {
        for (const event of events) {
          if (event.type === 'attached') windowId = event.windowId
          if (event.type === 'ping' && windowId !== null) {
            // The reply to a ping carries no data, and a lost host shows up elsewhere.
            client.invoke('window.pong', { windowId, pingId: event.pingId }).catch(() => {})
          }
          if (event.type !== 'health') continue
          status = event.status
          if (status === 'ok') onWell?.()
        }
      },
      onEnd: () => {},
    },
  )
  return {
    recovered: () =>
      new Promise((resolve) => {
        onWell = resolve
        if (status === 'ok') resolve()
      }),
    close: () => stream.close(),
  }
}

/** Checks that the answer that the full disk refused is now saved, and that a new message succeeds. */
async function settle(drill: Drill, client: WireClient, running: SessionId, name: string): Promise<void> {
  for (const { sessionId } of (await client.invoke('runs.list', {})).runs) {
    await client.invoke('runs.stop', { sessionId, holdQueue: true })
  }
  const token = acknowledged.newToken()
  await client.invoke('sessions.update', { sessionId: running, model: 'fake/worked-brief' })
  const { runId } = await client.invoke('runs.send', { sessionId: running, text: token })
  acknowledged.add(running, token)
  acknowledged.addRun(runId)
  const { messages } = await client.invoke('sessions.get', { sessionId: running })
  drill.check(messages.length >= 3, () => `${name}: the answer that the full disk refused is missing`)
}

function checkFile(drill: Drill, folder: string, name: string): void {
  const { lost, duplicated, unanswered, integrity } = acknowledged.inspect(join(folder, 'parley.db'))
  drill.check(integrity === 'ok', () => `${name}: integrity_check says ${integrity}`)
  drill.check(lost.length === 0, () => `${name}: lost ${lost.map(({ token }) => token).join(', ')}`)
  drill.check(duplicated.length === 0, () => `${name}: duplicated ${duplicated.join(', ')}`)
  drill.check(unanswered.length === 0, () => `${name}: no answer for ${unanswered.join(', ')}`)
  if (name === 'at the end') {
    console.log(
      formatTable(
        ['acknowledged', 'found', 'lost', 'duplicated'],
        [[acknowledged.count, acknowledged.count - lost.length, lost.length, duplicated.length].map(String)],
      ),
    )
  }
}

function report(): void {
  const refused = [...tally.refused].map(([code, count]) => `${code} ${count}`).join(', ')
  console.log(`${tally.done} requests done, refused: ${refused}; ${killCount} kills while the disk was full`)
  console.log(`${savedLater} answers were stopped on the full disk and saved later`)
  console.log(
    formatTable(
      ['', 'median', 'p95', 'worst'],
      [
        ['refusal on the full disk', ...spread(refusalsMs)],
        ['from free space to recovery', ...spread(recoveriesMs)],
      ],
    ),
  )
}

function spread(samples: number[]): string[] {
  return [median(samples), percentile(samples, 0.95), Math.max(...samples)].map(inMs)
}

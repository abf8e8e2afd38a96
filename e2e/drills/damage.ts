// Damages the files of the store in every way we can think of. Each time, the app starts, says what happened
// and keeps working; nothing in a recent snapshot is lost, and nothing is duplicated.
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { SessionId } from '../../src/shared/ids.ts'
import type { StoreNotice } from '../../src/shared/store/store.ts'
import type { Host } from '../helpers/processes/host.ts'
import { formatTable } from '../helpers/table.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { Acknowledged, type Inspection } from './parts/acknowledged.ts'
import { type Drill, runDrill, within } from './parts/drill.ts'
import type { Random } from '../../src/main/base/seeded-random.ts'

/** One way to damage the files of a store. */
interface Damage {
  name: string
  /** True if the process is killed first, so that a log is left; otherwise it shuts down normally. */
  isAfterKill: boolean
  /** The number of messages that may be lost, with or without a snapshot; null if everything stored nowhere else may be. */
  mayLose: number | null
  /** Damages the file and returns where. */
  strike(folder: string, random: Random): string
}

const pageBytes = 4096
/** More than ever fit on one page. */
const messagesPerPage = 40

/** Every kind of damage in the drill. */
const damages: readonly Damage[] = [
  {
    name: 'one flipped byte',
    isAfterKill: false,
    mayLose: messagesPerPage,
    strike: (folder, random) => flip(folder, random, 1),
  },
  {
    name: 'a hundred flipped bytes',
    isAfterKill: false,
    mayLose: 5 * messagesPerPage,
    strike: (folder, random) => flip(folder, random, 100),
  },
  {
    name: 'flipped bytes after a kill',
    isAfterKill: true,
    mayLose: 2 * messagesPerPage,
    strike: (folder, random) => flip(folder, random, 20),
  },
  {
    name: 'one page of zeros',
    isAfterKill: false,
    mayLose: messagesPerPage,
    strike: (folder, random) => zero(folder, random, 1),
  },
  {
    name: 'ten pages of zeros',
    isAfterKill: false,
    mayLose: 10 * messagesPerPage,
    strike: (folder, random) => zero(folder, random, 10),
  },
  { name: 'the first page of zeros', isAfterKill: false, mayLose: 0, strike: (folder) => zeroAt(folder, 0) },
  { name: 'cut off', isAfterKill: false, mayLose: null, strike: cutOff },
  { name: 'cut off after a kill', isAfterKill: true, mayLose: null, strike: cutOff },
  { name: 'empty', isAfterKill: false, mayLose: null, strike: (folder) => empty(folder) },
  { name: 'empty after a kill', isAfterKill: true, mayLose: null, strike: (folder) => empty(folder) },
  { name: 'gone', isAfterKill: false, mayLose: null, strike: (folder) => remove(folder, '') },
  { name: 'no log', isAfterKill: true, mayLose: null, strike: (folder) => remove(folder, '-wal') },
  { name: 'a log of garbage', isAfterKill: true, mayLose: null, strike: garbageLog },
  { name: 'a log with a hole', isAfterKill: true, mayLose: 2 * messagesPerPage, strike: holeInLog },
  {
    name: 'no shared memory file',
    isAfterKill: true,
    mayLose: 0,
    strike: (folder) => remove(folder, '-shm'),
  },
]

function databaseOf(folder: string, suffix = ''): string {
  return join(folder, `parley.db${suffix}`)
}

function flip(folder: string, random: Random, count: number): string {
  const file = databaseOf(folder)
  const bytes = readFileSync(file)
  const places = Array.from({ length: count }, () => {
    for (;;) {
      const place = random.below(bytes.length)
      // Skips the version of the file, because Parley rightly refuses a file of a newer version.
      if (place < 60 || place >= 64) return place
    }
  })
  for (const place of places) bytes[place] = (bytes[place] ?? 0) ^ (1 << random.below(8))
  writeFileSync(file, bytes)
  return places.slice(0, 5).join(', ')
}

function zero(folder: string, random: Random, count: number): string {
  const pages = Math.floor(readFileSync(databaseOf(folder)).length / pageBytes)
  return Array.from({ length: count }, () => zeroAt(folder, 1 + random.below(pages - 1))).join(', ')
}

function zeroAt(folder: string, page: number): string {
  const file = databaseOf(folder)
  const bytes = readFileSync(file)
  bytes.fill(0, page * pageBytes, (page + 1) * pageBytes)
  writeFileSync(file, bytes)
  return `page ${page + 1}`
}

function cutOff(folder: string, random: Random): string {
  const file = databaseOf(folder)
  const sizeBytes = 1 + random.below(readFileSync(file).length - 1)
  truncateSync(file, sizeBytes)
  return `after ${sizeBytes} bytes`
}

function empty(folder: string): string {
  writeFileSync(databaseOf(folder), '')
  return 'all of it'
}

function remove(folder: string, suffix: string): string {
  rmSync(databaseOf(folder, suffix), { force: true })
  return `parley.db${suffix}`
}

function garbageLog(folder: string, random: Random): string {
  const file = databaseOf(folder, '-wal')
  const length = existsSync(file) ? readFileSync(file).length : pageBytes
  writeFileSync(file, Buffer.from(Array.from({ length }, () => random.below(256))))
  return `${length} bytes`
}

function holeInLog(folder: string, random: Random): string {
  const file = databaseOf(folder, '-wal')
  const bytes = readFileSync(file)
  const place = random.below(Math.max(1, bytes.length - pageBytes))
  bytes.fill(0, place, place + pageBytes)
  writeFileSync(file, bytes)
  return `at ${place} of ${bytes.length}`
}

const chatsPerPart = 12
const messagesPerChat = 30

interface Tally {
  times: number
  acknowledged: number
  found: number
  lost: number
  named: number
  changed: number
  duplicated: number
  notified: number
}

const tallies = new Map<string, Tally>()

await runDrill({ name: 'damage', limitSeconds: 3_600, count: 4, play })

async function play(drill: Drill): Promise<void> {
  for (const damage of damages) {
    for (let time = 0; time < drill.count; time += 1) {
      const hasSnapshot = time % 2 === 0
      const name = `${damage.name}, ${time} (${hasSnapshot ? 'with' : 'without'} a snapshot)`
      try {
        await within(120_000, strikeOnce(drill, damage, { hasSnapshot, name }), name)
      } catch (error) {
        drill.check(false, () => (error instanceof Error ? error.message : String(error)))
      }
    }
  }
  report()
}

async function strikeOnce(
  drill: Drill,
  damage: Damage,
  { hasSnapshot, name }: { hasSnapshot: boolean; name: string },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-damage-'))
  const ledger = new Acknowledged()
  const titles = new Map<SessionId, string>()
  let label = name
  try {
    const early = await drill.startHost({ userData: folder })
    const earlyClient = await early.connect()
    await fill(earlyClient, ledger, titles, 'before')
    const inSnapshot = new Set(titles.keys())
    if (hasSnapshot) await earlyClient.invoke('snapshots.take', {})
    // Messages up to here are in the database file, later ones in its log.
    await early.stop()
    const first = await drill.startHost({ userData: folder })
    const client = await first.connect()
    await fill(client, ledger, titles, 'after')
    await (damage.isAfterKill ? first.kill9() : first.stop())
    ledger.learnPlaces(join(folder, 'parley.db'))
    const where = damage.strike(folder, drill.random)

    label = `${name}: ${where}`
    const second = await drill.startHost({ userData: folder })
    const notices = await untilRepaired(drill, second, label)
    const seen = ledger.inspect(join(folder, 'parley.db'))
    await second.stop()
    judge(drill, {
      damage,
      ledger,
      titles,
      seen,
      notices,
      label,
      inSnapshot: hasSnapshot ? inSnapshot : null,
    })
  } catch (error) {
    throw new Error(`${label}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Creates chats with messages that were sent one by one and messages that were imported at once. */
async function fill(
  client: WireClient,
  ledger: Acknowledged,
  titles: Map<SessionId, string>,
  part: string,
): Promise<void> {
  for (let chat = 0; chat < chatsPerPart; chat += 1) {
    const tokens = Array.from({ length: messagesPerChat }, () => ledger.newToken())
    const title = `chat ${part} ${chat}`
    const messages = tokens.map((token, place) => ({
      role: place % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `${token} ${'some words to fill a line '.repeat(place % 12)}`,
    }))
    const { session } = await client.invoke('sessions.import', { title, messages, model: 'demo/brief' })
    titles.set(session.id, title)
    for (const token of tokens) ledger.add(session.id, token)
    if (chat % 4 !== 0) continue
    const token = ledger.newToken()
    await client.invoke('runs.send', { sessionId: session.id, text: token })
    ledger.add(session.id, token)
    await client.invoke('runs.stop', { sessionId: session.id })
  }
}

/** Acts like a user: opens every chat, and restarts the app if it reports that the file is damaged. */
async function untilRepaired(drill: Drill, host: Host, label: string): Promise<StoreNotice[]> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const client = await connectAgain(host)
    const isWhole = await readEverything(client)
    const health = await client.invoke('health.get', {})
    if (isWhole) {
      drill.check(health.status === 'ok', () => `${label}: health is ${JSON.stringify(health)}`)
      const { notices } = await client.invoke('notices.list', {})
      await client.close()
      return notices
    }
    drill.check(
      health.status === 'degraded' && health.fatalErrorCount === 0,
      () => `${label}: damage was found, and health is ${JSON.stringify(health)}`,
    )
    await client.invoke('app.restart', {})
    await client.closed
  }
  throw new Error(`${label}: the file is still damaged after two repairs`)
}

/** Retries, because nothing accepts connections while one app ends and the next is built. */
async function connectAgain(host: Host): Promise<WireClient> {
  for (;;) {
    try {
      return await host.connect()
    } catch {
      // The drill's own limit ends a wait that never succeeds.
      await sleep(50)
    }
  }
}

/** Returns whether everything could be read. A snapshot also reads what no chat shows. */
async function readEverything(client: WireClient): Promise<boolean> {
  try {
    const { sessions } = await client.invoke('sessions.list', { limit: 500 })
    for (const { id: sessionId } of sessions) await client.invoke('sessions.get', { sessionId })
    await client.invoke('snapshots.take', {})
    return true
  } catch (error) {
    const { code, data } = error as { code?: string; data?: { cause?: { code?: string } } }
    if (code === 'DEGRADED' && data?.cause?.code === 'STORE_DAMAGED') return false
    throw error
  }
}

function judge(
  drill: Drill,
  struck: {
    damage: Damage
    ledger: Acknowledged
    titles: ReadonlyMap<SessionId, string>
    seen: Inspection
    notices: StoreNotice[]
    label: string
    inSnapshot: ReadonlySet<SessionId> | null
  },
): void {
  const { damage, ledger, titles, seen, notices, label, inSnapshot } = struck
  const noticeText = notices.flatMap(({ title, paragraphs }) => [title, ...paragraphs]).join('\n')
  const lost = seen.lost.filter(({ token }) => !seen.changed.has(token))
  const named = lost.filter(({ sessionId }) => noticeText.includes(`“${titles.get(sessionId)}”`))
  const isReported = lost.length === 0 || notices.some(({ title }) => title.includes('may be missing'))
  drill.check(seen.integrity === 'ok', () => `${label}: integrity_check says ${seen.integrity}`)
  drill.check(seen.duplicated.length === 0, () => `${label}: duplicated ${seen.duplicated.join(', ')}`)
  drill.check(isReported, () => `${label}: ${lost.length} lost without a notice: ${noticeText}`)
  const { mayLose } = damage
  drill.check(
    mayLose === null || lost.length <= mayLose,
    () => `${label}: ${lost.length} lost, but at most ${mayLose} allowed`,
  )
  if (inSnapshot !== null) {
    const lostOfSnapshot = lost.filter(({ sessionId }) => inSnapshot.has(sessionId))
    drill.check(lostOfSnapshot.length === 0, () => `${label}: ${lostOfSnapshot.length} of the snapshot lost`)
  }
  const key = `${damage.name}${inSnapshot === null ? '' : ', snapshot'}`
  const tally = tallies.get(key) ?? newTally()
  tallies.set(key, tally)
  tally.times += 1
  tally.acknowledged += ledger.count
  tally.found += ledger.count - seen.lost.length
  tally.lost += lost.length
  tally.named += named.length
  tally.changed += seen.lost.length - lost.length
  tally.duplicated += seen.duplicated.length
  tally.notified += notices.length > 0 ? 1 : 0
}

function newTally(): Tally {
  return { times: 0, acknowledged: 0, found: 0, lost: 0, named: 0, changed: 0, duplicated: 0, notified: 0 }
}

function report(): void {
  const rows = [...tallies].map(([key, tally]) => [key, ...Object.values(tally).map(String)])
  const names = [
    'times',
    'acknowledged',
    'found',
    'lost',
    'named in a notice',
    'changed',
    'duplicated',
    'notices',
  ]
  console.log(formatTable(['damage', ...names], rows))
}

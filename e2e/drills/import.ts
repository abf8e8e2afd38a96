// Imports a large file of conversations (`--megabytes`) through the app, twice, while another window keeps sending
// requests. Prints how long the import took, how much memory the app used and how long the other window waited. Then
// kills the app during such imports: after each restart everything stored is complete, and the rest can still
// be imported.
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { RouteOutput } from '../../src/shared/rpc/contract.ts'
import { formatTable } from '../helpers/table.ts'
import type { WireClient } from '../helpers/wire-client.ts'
import { type Drill, runDrill } from './parts/drill.ts'
import { importFile, pieceBytes } from './parts/import-file.ts'

const defaultMegabytes = 200
const mebibyte = 1024 * 1024
const messagesPerConversation = 40
/** How much more memory the app may use than before. */
const memoryLimitMegabytes = 200
const killedMegabytes = 8

await runDrill({ name: 'import', limitSeconds: 900, count: 5, play })

async function play(drill: Drill): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-import-'))
  drill.onOver(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'conversations.json')
  await measure(drill, file, writeConversations(drill, file, drill.megabytes ?? defaultMegabytes))
  const small = join(folder, 'killed.json')
  await killInTheMiddle(drill, small, writeConversations(drill, small, killedMegabytes), join(folder, 'data'))
}

async function measure(drill: Drill, file: string, conversationCount: number): Promise<void> {
  const rows: string[][] = []
  const host = await drill.startHost()
  const [client, other] = [await host.connect(), await host.connect()]
  for (const name of ['first', 'again']) {
    const beforeMegabytes = memoryMegabytes(host.pid, 'VmRSS')
    const waits = watchWaits(other)
    const { summary, receivedMs, readMs, progressCount } = await take(client, file, waits)
    const longest = waits.stop()
    const megabytes = statSync(file).size / mebibyte
    const grownMegabytes = memoryMegabytes(host.pid, 'VmHWM') - beforeMegabytes
    const expected = name === 'first' ? [conversationCount, 0] : [0, conversationCount]
    drill.check(
      summary.importedCount === expected[0] && summary.knownCount === expected[1],
      () =>
        `${name}: ${summary.importedCount} imported and ${summary.knownCount} known, not ${expected.join(' and ')}`,
    )
    drill.check(grownMegabytes < memoryLimitMegabytes, () => `${name}: memory grew by ${grownMegabytes} MB`)
    drill.check(progressCount < (readMs / 1000) * 12 + 2, () => `${name}: ${progressCount} progress events`)
    rows.push([
      name,
      `${Math.round(megabytes)} MB`,
      String(summary.messageCount),
      seconds(receivedMs),
      seconds(readMs),
      (megabytes / ((receivedMs + readMs) / 1000)).toFixed(1),
      `${grownMegabytes} MB`,
      waitText(longest.receiving),
      waitText(longest.reading),
      String(progressCount),
    ])
  }
  await Promise.all([client.close(), other.close()])
  await host.stop()
  const head = ['import', 'file', 'messages', 'receiving', 'reading', 'MB/s', 'memory growth']
  console.log(formatTable([...head, 'waits while receiving', 'waits while reading', 'progress events'], rows))
}

async function killInTheMiddle(
  drill: Drill,
  file: string,
  conversationCount: number,
  userData: string,
): Promise<void> {
  let presentCount = 0
  for (let round = 1; round <= drill.count; round += 1) {
    const host = await drill.startHost({ userData })
    const client = await host.connect()
    const reading = Promise.withResolvers<void>()
    const taking = take(client, file, { phase: 'receiving' }, () => reading.resolve()).catch(() => {
      // The host is killed, so the import ends with its connection.
    })
    await reading.promise
    await new Promise((resolve) => setTimeout(resolve, drill.random.below(600)))
    await host.kill9()
    await Promise.all([taking, client.close()])
    const counts = await storedCounts(drill, userData)
    drill.check(
      counts.every((count) => count === messagesPerConversation),
      () => `round ${round}: an incomplete conversation of ${counts.find((count) => count !== 40)} messages`,
    )
    drill.check(counts.length >= presentCount, () => `round ${round}: ${counts.length} of ${presentCount}`)
    presentCount = counts.length
  }
  const host = await drill.startHost({ userData })
  const client = await host.connect()
  const { summary } = await take(client, file, { phase: 'receiving' })
  drill.check(
    summary.importedCount + summary.knownCount === conversationCount && summary.extendedCount === 0,
    () => `the last import: ${JSON.stringify(summary)}`,
  )
  await client.close()
  await host.stop()
  const finalCounts = await storedCounts(drill, userData)
  drill.check(finalCounts.length === conversationCount, () => `${finalCounts.length} sessions at the end`)
  console.log(
    `${drill.count} kills: ${presentCount} of ${conversationCount} conversations before the last import, each complete; ${finalCounts.length} after it`,
  )
}

/** The number of messages that each session shows. */
async function storedCounts(drill: Drill, userData: string): Promise<number[]> {
  const host = await drill.startHost({ userData })
  const client = await host.connect()
  const counts: number[] = []
  let cursor: string | null = null
  do {
    const page: RouteOutput<'sessions.list'> = await client.invoke('sessions.list', {
      limit: 500,
      ...(cursor === null ? {} : { cursor }),
    })
    for (const { id } of page.sessions) {
      counts.push((await client.invoke('sessions.status', { sessionId: id })).messageCount)
    }
    cursor = page.nextCursor
  } while (cursor !== null)
  await client.close()
  await host.stop()
  return counts
}

async function take(
  client: WireClient,
  file: string,
  waits: { phase: 'receiving' | 'reading' },
  onReading: () => void = () => {},
) {
  const startedMs = performance.now()
  let receivedMs = 0
  const sent = { fileName: 'conversations.json', sizeBytes: statSync(file).size, pieces: piecesOf(file) }
  const { summary, events } = await importFile(client, sent, {
    received() {
      receivedMs = performance.now() - startedMs
      waits.phase = 'reading'
    },
    events: onReading,
  })
  const readMs = performance.now() - startedMs - receivedMs
  return { summary, receivedMs, readMs, progressCount: events.length - 1 }
}

function* piecesOf(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, 'r')
  try {
    const piece = Buffer.alloc(pieceBytes)
    for (let length = readSync(descriptor, piece); length > 0; length = readSync(descriptor, piece)) {
      yield piece.subarray(0, length)
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Sends small requests in a loop and records how long each reply took. */
function watchWaits(client: WireClient) {
  const waits: Record<'receiving' | 'reading', number[]> = { receiving: [], reading: [] }
  const watched = {
    isOn: true,
    phase: 'receiving' as 'receiving' | 'reading',
    stop() {
      watched.isOn = false
      return waits
    },
  }
  void (async () => {
    while (watched.isOn) {
      const askedMs = performance.now()
      await client.invoke('app.info', {})
      waits[watched.phase].push(performance.now() - askedMs)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })().catch(() => {
    // The host is gone; the import then fails too, and reports it.
  })
  return watched
}

function writeConversations(drill: Drill, file: string, megabytes: number): number {
  const descriptor = openSync(file, 'w')
  let written = writeSync(descriptor, '[')
  let count = 0
  while (written < megabytes * mebibyte) {
    const text = JSON.stringify(conversation(drill, count))
    written += writeSync(descriptor, count === 0 ? text : `,${text}`)
    count += 1
  }
  writeSync(descriptor, ']')
  closeSync(descriptor)
  return count
}

function conversation(drill: Drill, number: number): object {
  const mapping: Record<string, object> = { root: { id: 'root', message: null, parent: null, children: [] } }
  let parent = 'root'
  for (let index = 0; index < messagesPerConversation; index += 1) {
    const id = `node-${index}`
    mapping[id] = {
      id,
      parent,
      children: [],
      message: {
        id,
        author: { role: index % 2 === 0 ? 'user' : 'assistant', name: null, metadata: {} },
        create_time: 1_700_000_000 + number * 100 + index,
        content: { content_type: 'text', parts: [words(drill, index % 2 === 0 ? 40 : 400)] },
        status: 'finished_successfully',
        metadata: { model_slug: 'gpt-4o' },
      },
    }
    parent = id
  }
  return {
    title: `Conversation ${number}`,
    create_time: 1_700_000_000 + number * 100,
    update_time: 1_700_000_100 + number * 100,
    mapping,
    current_node: parent,
    conversation_id: `conversation-${number}`,
  }
}

function words(drill: Drill, count: number): string {
  const made: string[] = []
  for (let index = 0; index < count; index += 1) made.push(drill.random.below(30_000).toString(36))
  return made.join(' ')
}

function memoryMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(line?.[1] ?? 0) / 1024)
}

function waitText(waits: readonly number[]): string {
  const sorted = waits.toSorted((left, right) => left - right)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)} ms`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

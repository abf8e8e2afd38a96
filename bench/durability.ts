// Measures the cost of durability: how long each kind of write waits for the disk, for each `synchronous` setting and
// with an idle and a busy disk, and how long checkpoints block main. See docs/decisions/2026-11-21-durability.md; there
// is no budget.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

import { inMs, percentile } from '../e2e/helpers/figures.ts'
import { describeLoad } from '../e2e/helpers/processes/machine-load.ts'
import { formatTable } from '../e2e/helpers/table.ts'
import { systemClock } from '../src/main/base/clock.ts'
import { randomId } from '../src/main/base/new-id.ts'
import { WorkerThread } from '../src/main/base/threads/worker-thread.ts'
import type { WritableDatabase } from '../src/main/store/database/database.ts'
import { openSessionDatabase } from '../src/main/store/opening/open-session-database.ts'
import { SessionStore } from '../src/main/store/sessions/session-store.ts'
import type { StoreJobs } from '../src/main/store/store-jobs.ts'
import type { MessageId, RunId, SessionId } from '../src/shared/ids.ts'

const { values } = parseArgs({ options: { count: { type: 'string' }, folder: { type: 'string' } } })
const count = Number(values.count ?? 400)
const parent = values.folder ?? tmpdir()

const settings = ['NORMAL', 'FULL', 'EXTRA'] as const

/** Writes and syncs without pause, so that everything else waits longer for the disk. */
const busyDisk = `
  const { openSync, writeSync, fsyncSync, ftruncateSync } = require('node:fs')
  const file = openSync(require('node:worker_threads').workerData, 'w')
  const piece = Buffer.alloc(8 * 1024 * 1024, 7)
  for (;;) { for (let n = 0; n < 8; n += 1) writeSync(file, piece); fsyncSync(file); ftruncateSync(file, 0) }`

console.log(`${describeLoad()}, Node ${process.version}, ${count} of each`)
console.log(formatTable(['write', 'synchronous', 'disk', 'p50', 'p95', 'p99', 'worst'], await commits()))
console.log(formatTable(['checkpoint by', 'disk', 'write p99', 'worst', 'over 40 ms'], await checkpoints()))
process.exit(0)

async function commits(): Promise<string[][]> {
  const rows: string[][] = []
  for (const disk of ['idle', 'busy'] as const) {
    for (const synchronous of settings) {
      const samples = await inFolder(async (folder) => {
        const load = disk === 'busy' ? startLoad(folder) : null
        const measured = measure(folder, synchronous)
        await load?.terminate()
        return measured
      })
      for (const [write, durationsMs] of Object.entries(samples)) {
        rows.push([write, synchronous, disk, ...spread(durationsMs)])
      }
    }
  }
  return rows.toSorted(([one = ''], [other = '']) => one.localeCompare(other))
}

function measure(folder: string, synchronous: (typeof settings)[number]): Record<string, number[]> {
  const { database, store, sessionIds } = openStore(folder)
  database.script(`PRAGMA synchronous = ${synchronous}`)
  const samples: Record<string, number[]> = {
    'journal append': [],
    'message and run': [],
    'answer settled': [],
  }
  const timed = (name: string, work: () => void) => {
    const startedMs = performance.now()
    // One outer transaction each, in which the store cannot change the `synchronous` setting.
    database.transaction(work)
    samples[name]?.push(performance.now() - startedMs)
  }
  for (let turn = 0; turn < count; turn += 1) {
    const run = newRun(sessionIds[turn % sessionIds.length] ?? ('' as SessionId))
    timed('message and run', () => void store.beginRun(run.identity, run.question))
    for (let chunk = 0; chunk < 4; chunk += 1) {
      timed('journal append', () => {
        store.appendJournal(run.runId, [{ type: 'text-delta', text: 'some words of an answer '.repeat(4) }])
      })
    }
    timed('answer settled', () => store.settleRun(run.runId, run.answer))
  }
  database.close()
  return samples
}

/** Streams four answers at once, with checkpoints by the writer or by a worker thread. */
async function checkpoints(): Promise<string[][]> {
  const kinds = [
    { name: 'the writer, at 1,000 pages', autoCheckpointPages: 1_000, isThread: false },
    { name: 'a thread', autoCheckpointPages: 8_000, isThread: true },
  ]
  const rows: string[][] = []
  for (const disk of ['idle', 'busy'] as const) {
    for (const kind of kinds) {
      const figures = await inFolder(async (folder) => {
        const load = disk === 'busy' ? startLoad(folder) : null
        const measured = await stream(folder, kind)
        await load?.terminate()
        return measured
      })
      rows.push([kind.name, disk, ...figures])
    }
  }
  return rows
}

function startLoad(folder: string): Worker {
  return new Worker(busyDisk, { eval: true, workerData: join(folder, 'load') })
}

async function stream(
  folder: string,
  { autoCheckpointPages, isThread }: { autoCheckpointPages: number; isThread: boolean },
): Promise<string[]> {
  const { database, store, sessionIds } = openStore(folder)
  database.script(`PRAGMA wal_autocheckpoint = ${autoCheckpointPages}`)
  const thread = new WorkerThread<StoreJobs>(
    { file: join(import.meta.dirname, '../out/main/store-worker.js') },
    { clock: systemClock },
  )
  const durationsMs: number[] = []
  let checkpoint: Promise<unknown> | null = null
  const runs = sessionIds.slice(0, 4).map((sessionId) => {
    const run = newRun(sessionId)
    store.beginRun(run.identity, run.question)
    return run
  })
  for (let turn = 0; turn < count * 10; turn += 1) {
    const { runId } = runs[turn % runs.length] ?? { runId: '' as RunId }
    const startedMs = performance.now()
    store.appendJournal(runId, [{ type: 'text-delta', text: 'some words of an answer '.repeat(40) }])
    durationsMs.push(performance.now() - startedMs)
    if (isThread && turn % 800 === 799) {
      checkpoint ??= thread.run('checkpoint', { dataFolder: folder }).finally(() => {
        checkpoint = null
      })
    }
    // Ten times the rate at which four answers are journalled.
    if (turn % 4 === 3) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await checkpoint
  await thread.close()
  database.close()
  const overLimit = durationsMs.filter((durationMs) => durationMs > 40).length
  return [
    inMs(percentile(durationsMs, 0.99)),
    inMs(Math.max(...durationsMs)),
    `${overLimit} of ${durationsMs.length}`,
  ]
}

function openStore(folder: string): {
  database: WritableDatabase
  store: SessionStore
  sessionIds: SessionId[]
} {
  const database = openSessionDatabase(folder, { clock: systemClock, onSlowStatement: () => {} })
  const store = new SessionStore(database, { clock: systemClock, newId: randomId })
  return { database, store, sessionIds: Array.from({ length: 40 }, () => store.createSession().id) }
}

function newRun(sessionId: SessionId) {
  const runId = randomId<RunId>()
  const messageId = randomId<MessageId>()
  return {
    runId,
    identity: { runId, messageId, sessionId, kind: 'detached' as const, model: 'demo/writer' },
    question: { user: { text: 'A question of a usual length, in one line.' } },
    answer: {
      id: messageId,
      sessionId,
      parentId: null,
      role: 'assistant' as const,
      parts: [{ type: 'text' as const, text: 'An answer of some length. '.repeat(80) }],
      status: 'complete' as const,
      stopReason: 'end' as const,
      runId,
      createdAt: Date.now(),
    },
  }
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(parent, 'parley-durability-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function spread(durationsMs: number[]): string[] {
  return [0.5, 0.95, 0.99, 1].map((share) => `${percentile(durationsMs, share).toFixed(2)} ms`)
}

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { systemClock } from '../../src/main/base/clock.ts'
import { sha256 } from '../../src/main/base/sha256.ts'
import { type Random, seededRandom } from '../../src/main/base/seeded-random.ts'
import type { WritableDatabase } from '../../src/main/store/database/database.ts'
import { MessageRows } from '../../src/main/store/messages/message-rows.ts'
import { newestSchemaDigest } from '../../src/main/store/opening/probe-database.ts'
import { openSessionDatabase } from '../../src/main/store/opening/open-session-database.ts'
import { newSessionRow, SessionRows } from '../../src/main/store/sessions/session-rows.ts'
import type { MessageId, SessionId } from '../../src/shared/ids.ts'
import type { Message } from '../../src/shared/sessions/messages.ts'
import { SampleMessages } from './sample-messages.ts'
import { anyOf, Vocabulary } from './vocabulary.ts'

/** The size of a data folder after years of use. */
export const librarySize = { sessions: 5_000, messages: 250_000, longestSession: 10_000 } as const

const seed = 'library'
/** Increase this when the generated contents change but the schema does not. */
const makerVersion = 5
const rowsPerTransaction = 5_000
const models = [
  'openai/gpt-5',
  'anthropic/claude-4',
  'google/gemini-3',
  'ollama/llama-4',
  'demo/writer',
] as const
const firstAt = Date.UTC(2024, 0, 1)
const lastAt = Date.UTC(2026, 10, 20)

/** The session with 10,000 messages. */
export const longestSessionId = 'session-0' as SessionId

/**
 * The folder with the generated data. Creates it if it is missing, which takes about a minute, and keeps it for later
 * runs.
 */
export function libraryFolder(onMaking: () => void): string {
  const folder = join(tmpdir(), `parley-bench-${seed}-${fingerprint()}`)
  if (isComplete(folder)) return folder
  onMaking()
  const unfinished = `${folder}-${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const database = open(unfinished)
  try {
    // A large cache keeps pages in memory that are written repeatedly.
    database.script('PRAGMA cache_size = -500000; PRAGMA synchronous = OFF')
    fill(database)
  } finally {
    database.close()
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  return folder
}

function isComplete(folder: string): boolean {
  if (!existsSync(join(folder, 'parley.db'))) return false
  const database = open(folder)
  try {
    const count = database.query<{ count: number }>('SELECT count(*) AS count FROM messages').get()?.count
    return count === librarySize.messages
  } finally {
    database.close()
  }
}

function open(folder: string): WritableDatabase {
  return openSessionDatabase(folder, { clock: systemClock, onSlowStatement: () => {} })
}

/** Of the schema, too: it can change while its version number is still the same. */
function fingerprint(): string {
  return sha256(JSON.stringify([makerVersion, librarySize, newestSchemaDigest])).slice(0, 12)
}

function fill(database: WritableDatabase): void {
  const random = seededRandom(seed)
  const writer = new LibraryWriter(database, random)
  const lengths = sessionLengths(random)
  let step: [index: number, length: number][] = []
  let rows = 0
  const flush = () => {
    database.transaction(() => step.forEach(([index, length]) => writer.writeSession(index, length)))
    step = []
    rows = 0
  }
  for (const entry of lengths.entries()) {
    step.push(entry)
    rows += entry[1]
    if (rows >= rowsPerTransaction) flush()
  }
  flush()
}

/** One very long chat and many short ones, with exactly the requested total of messages. */
function sessionLengths(random: Random): number[] {
  const others = librarySize.sessions - 1
  const shares = Array.from({ length: others }, () => 1 / Math.sqrt((1 + random.below(1_000)) / 1_000))
  const sum = shares.reduce((total, share) => total + share, 0)
  const left = librarySize.messages - librarySize.longestSession
  const lengths = shares.map((share) => Math.max(2, Math.floor((left * share) / sum)))
  const missing = left - lengths.reduce((total, length) => total + length, 0)
  lengths[0] = (lengths[0] ?? 0) + missing
  return [librarySize.longestSession, ...lengths]
}

class LibraryWriter {
  readonly #random: Random
  readonly #sessions: SessionRows
  readonly #messages: MessageRows
  readonly #samples: SampleMessages

  constructor(database: WritableDatabase, random: Random) {
    this.#random = random
    this.#sessions = new SessionRows(database)
    this.#messages = new MessageRows(database)
    this.#samples = new SampleMessages(random, new Vocabulary(random))
  }

  /** Writes a path of questions and answers; some answers were regenerated. */
  writeSession(index: number, length: number): void {
    const random = this.#random
    const id = `session-${index}` as SessionId
    const isSpaceless = random.below(100) < 6
    const model = anyOf(random, models)
    const createdAt = firstAt + Math.floor(((lastAt - firstAt) * index) / librarySize.sessions)
    const row = newSessionRow({
      id,
      title: this.#samples.title(isSpaceless),
      title_source: 'auto',
      model,
      archived: random.below(100) < 8 ? 1 : 0,
      created_at: createdAt,
      updated_at: createdAt + length * 60_000,
    })
    this.#sessions.insert(row)
    let parentId: MessageId | null = null
    let questionId: MessageId | null = null
    for (let number = 0; number < length; number += 1) {
      const isAnew = index > 0 && parentId !== questionId && random.below(20) === 0
      const isAnswer = isAnew || (questionId !== null && parentId === questionId)
      const messageId = `message-${index}-${number}` as MessageId
      const message: Message = {
        id: messageId,
        sessionId: id,
        parentId: isAnew ? questionId : parentId,
        role: isAnswer ? 'assistant' : 'user',
        parts: isAnswer ? this.#samples.answer(isSpaceless) : this.#samples.question(isSpaceless),
        status: 'complete',
        ...(isAnswer ? { model, stopReason: 'end' as const } : {}),
        createdAt: createdAt + number * 60_000,
      }
      this.#messages.insert(message)
      if (!isAnswer) questionId = messageId
      parentId = messageId
    }
    this.#sessions.update({ ...row, leaf_id: parentId })
  }
}

import Database from 'better-sqlite3'

import type { MessageId, RunId, SessionId } from '../../../src/shared/ids.ts'

/** A unique text that can be counted wherever it is stored. */
const tokenPattern = /\bt\d{7}[0-9a-f]{4}\b/g

/** How a database compares with what the host acknowledged to a drill. */
export interface Inspection {
  found: number
  /** Acknowledged texts that are missing from their session. */
  lost: { token: string; sessionId: SessionId }[]
  /**
   * Lost texts whose message still exists with another text: a file cannot show that one of its letters was
   * changed.
   */
  changed: ReadonlySet<string>
  /** Texts, and answers of one run, that are stored more than once. */
  duplicated: string[]
  /** Acknowledged runs without an answer. */
  unanswered: RunId[]
  /** The result of SQLite's integrity check: `ok`. */
  integrity: string
}

/** Records what a host has acknowledged, across all of its restarts. */
export class Acknowledged {
  readonly #texts = new Map<string, { token: string; sessionId: SessionId }>()
  readonly #runs = new Set<RunId>()
  /** The message that holds each text, as of the last `learnPlaces`. */
  readonly #messages = new Map<string, MessageId>()
  #tokens = 0

  /** The number of acknowledged texts. */
  get count(): number {
    return this.#texts.size
  }

  /**
   * A text that nothing else contains. It counts once it is passed to `add`. Its last characters depend on the others,
   * so that no damage turns it into another one.
   */
  newToken(): string {
    this.#tokens += 1
    const check = (this.#tokens * 40_503) % 65_536
    return `t${String(this.#tokens).padStart(7, '0')}${check.toString(16).padStart(4, '0')}`
  }

  /** Records that the host acknowledged this text as stored in that session. */
  add(sessionId: SessionId, token: string): void {
    this.#texts.set(keyOf(sessionId, token), { token, sessionId })
  }

  /** Records that the host acknowledged the start of this run: it must leave one answer. */
  addRun(runId: RunId): void {
    this.#runs.add(runId)
  }

  /** Records which message holds which text, in a database that nobody is writing. */
  learnPlaces(file: string): void {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      for (const { id, session, text } of messagesOf(database)) {
        for (const [token] of text.matchAll(tokenPattern)) this.#messages.set(keyOf(session, token), id)
      }
    } finally {
      database.close()
    }
  }

  /** Reads a database that nobody is writing, or whose writer allows readers. */
  inspect(file: string): Inspection {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      const counts = countTexts(database)
      const answers = countAnswers(database)
      const ids = new Set(Array.from(messagesOf(database), ({ id }) => id))
      const isChanged = (key: string) => ids.has(this.#messages.get(key) ?? ('' as MessageId))
      const lost = [...this.#texts].flatMap(([key, text]) => (counts.has(key) ? [] : [text]))
      return {
        found: this.#texts.size - lost.length,
        lost,
        changed: new Set(
          lost.filter((text) => isChanged(keyOf(text.sessionId, text.token))).map(({ token }) => token),
        ),
        duplicated: [
          ...[...this.#texts.keys()].filter((key) => (counts.get(key) ?? 0) > 1),
          ...[...answers].filter(([, count]) => count > 1).map(([runId]) => `the answer of run ${runId}`),
        ],
        unanswered: [...this.#runs].filter((runId) => !answers.has(runId)),
        integrity: String(database.pragma('integrity_check', { simple: true })),
      }
    } finally {
      database.close()
    }
  }
}

function messagesOf(database: Database.Database) {
  return database
    .prepare<[], { id: MessageId; session: SessionId; text: string }>(
      'SELECT id, session_id AS session, parts AS text FROM messages',
    )
    .iterate()
}

/** How often each text is stored, by session, as a message or in the queue. */
function countTexts(database: Database.Database): Map<string, number> {
  const counts = new Map<string, number>()
  const rows = database
    .prepare<[], { session: SessionId; text: string }>(
      `SELECT session_id AS session, parts AS text FROM messages
       UNION ALL SELECT session_id, text FROM queued_messages`,
    )
    .iterate()
  for (const { session, text } of rows) {
    for (const [token] of text.matchAll(tokenPattern)) {
      const key = keyOf(session, token)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return counts
}

function countAnswers(database: Database.Database): Map<RunId, number> {
  const rows = database
    .prepare<[], { runId: RunId; count: number }>(
      "SELECT run_id AS runId, count(*) AS count FROM messages WHERE role = 'assistant' AND run_id IS NOT NULL GROUP BY run_id",
    )
    .all()
  return new Map(rows.map(({ runId, count }) => [runId, count]))
}

function keyOf(sessionId: SessionId, token: string): string {
  return `${sessionId} ${token}`
}

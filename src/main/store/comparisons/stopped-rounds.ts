import type { ComparisonId, MessageId, PaneId } from '../../../shared/ids'
import type { Message, StopReason } from '../../../shared/sessions/messages'
import type { ReadableDatabase } from '../database/database'
import { messageColumns, type MessageRow, toMessage } from '../messages/message-rows'

/** Answers of panes that were asked in one go may begin this much later than others have ended. */
const settleMs = 1_000

/** Why an answer ended that someone other than its model ended. */
const stopped: readonly StopReason[] = ['user', 'replaced', 'client-closed', 'shutdown', 'interrupted']

interface RunRow {
  paneId: PaneId
  messageId: MessageId
  isRemoved: number
  depth: number
  startedAt: number
  endedAt: number
}

/** The answers of a round, and how many of the panes that the comparison has now are without one. */
export interface RoundAnswers {
  answers: Message[]
  missing: number
  /** Why the round was stopped. */
  stopReason: StopReason
}

/**
 * Finds the rounds of comparisons that were stopped. A round consists of the answers to questions at the same place of
 * their panes that were written at the same time.
 */
export class StoppedRounds {
  readonly #anyStopped
  readonly #runs
  readonly #paneCount
  readonly #message

  constructor(database: ReadableDatabase) {
    const ofPanes = `
      FROM panes JOIN runs ON runs.session_id = panes.session_id JOIN messages ON messages.id = runs.message_id
      WHERE panes.comparison_id = ? AND runs.state = 'closed'`
    this.#anyStopped = database.query(
      `SELECT 1 ${ofPanes} AND stop_reason IN (${stopped.map((reason) => `'${reason}'`).join(', ')}) LIMIT 1`,
    )
    this.#runs = database.query<RunRow>(`
      SELECT panes.id AS paneId, runs.message_id AS messageId, panes.removed_at IS NOT NULL AS isRemoved, depth,
        started_at AS startedAt, coalesce(ended_at, started_at) AS endedAt
      ${ofPanes} ORDER BY started_at, runs.rowid`)
    this.#paneCount = database.query<{ count: number }>(
      'SELECT count(*) AS count FROM panes WHERE comparison_id = ? AND removed_at IS NULL',
    )
    this.#message = database.query<MessageRow>(`SELECT ${messageColumns} FROM messages WHERE id = ?`)
  }

  /** Whether any answer of the comparison was stopped. */
  has(id: ComparisonId): boolean {
    return this.#anyStopped.get(id) !== undefined
  }

  /** The round of this answer; null if it was not stopped. */
  of(id: ComparisonId, messageId: MessageId): RoundAnswers | null {
    if (!this.has(id)) return null
    const round = roundOf(this.#runs.all(id), messageId)
    const answers = round.flatMap((run) => {
      const row = this.#message.get(run.messageId)
      return row === undefined ? [] : [toMessage(row)]
    })
    const reason = answers
      .flatMap(({ stopReason }) => stopReason ?? [])
      .find((each) => stopped.includes(each))
    if (reason === undefined) return null
    const present = new Set(round.flatMap(({ paneId, isRemoved }) => (isRemoved === 1 ? [] : [paneId])))
    return { answers, missing: (this.#paneCount.get(id)?.count ?? 0) - present.size, stopReason: reason }
  }
}

/** `runs` are in the order in which they began. */
function roundOf(runs: readonly RunRow[], messageId: MessageId): RunRow[] {
  let round: RunRow[] = []
  let endedAt = 0
  for (const run of runs) {
    if (run.startedAt > endedAt + settleMs) {
      if (round.some((each) => each.messageId === messageId)) break
      round = []
    }
    round.push(run)
    endedAt = Math.max(endedAt, run.endedAt)
  }
  const own = round.find((each) => each.messageId === messageId)
  return own === undefined ? [] : round.filter(({ depth }) => depth === own.depth)
}

import type { ComparisonId, MessageId, PaneId, SessionId } from '../../../shared/ids'
import { type Message, messageText, type StopReason } from '../../../shared/sessions/messages'
import type { ReadableDatabase } from '../database/database'
import { messageColumns, type MessageRow, toMessage } from '../messages/message-rows'

/** Answers of panes that were asked in one go may begin this much later than others have ended. */
const settleMs = 1_000

/** Why an answer ended that someone other than its model ended. */
const stopped: readonly StopReason[] = ['user', 'replaced', 'client-closed', 'shutdown', 'interrupted']

interface RunRow {
  paneId: PaneId
  sessionId: SessionId
  messageId: MessageId
  isRemoved: number
  depth: number
  startedAt: number
  /** Orders runs that began in the same millisecond. */
  place: number
  endedAt: number
}

/** The answer of a session that the disk refused; null if it has none. */
type UnsavedAnswerOf = (sessionId: SessionId) => Message | null

/** A round that was stopped. */
export interface StoppedRound {
  /** How long the texts of its answers are, in UTF-16 units; without those that failed. */
  lengths: number[]
  /** How many of the panes that the comparison has are without an answer. */
  missing: number
  /** Why it was stopped. */
  stopReason: StopReason
}

/** A round of these answers, as far as they are known; null if it was not stopped. */
export function stoppedRound(answers: readonly Message[], missing: number): StoppedRound | null {
  const stopReason = answers.find(isStopped)?.stopReason
  if (stopReason === undefined) return null
  // A failure says nothing about speed, and is shown as one.
  const written = answers.filter(({ status }) => status !== 'failed')
  return { lengths: written.map((answer) => messageText(answer).length), missing, stopReason }
}

/**
 * Finds the rounds of comparisons that were stopped. A round consists of the answers to questions at the same place of
 * their panes that were written at the same time, including those that the disk refused.
 */
export class StoppedRounds {
  readonly #anyStopped
  readonly #closed
  readonly #open
  readonly #paneCount
  readonly #message
  readonly #unsavedOf: UnsavedAnswerOf

  constructor(database: ReadableDatabase, unsavedOf: UnsavedAnswerOf) {
    this.#unsavedOf = unsavedOf
    const ofPanes = 'FROM panes JOIN runs ON runs.session_id = panes.session_id'
    const closed = `${ofPanes} JOIN messages ON messages.id = runs.message_id
      WHERE panes.comparison_id = ? AND runs.state = 'closed'`
    const columns = `panes.id AS paneId, panes.session_id AS sessionId, runs.message_id AS messageId,
      panes.removed_at IS NOT NULL AS isRemoved, started_at AS startedAt, runs.rowid AS place`
    this.#anyStopped = database.query(
      `SELECT 1 ${closed} AND stop_reason IN (${stopped.map((reason) => `'${reason}'`).join(', ')}) LIMIT 1`,
    )
    this.#closed = database.query<RunRow>(
      `SELECT ${columns}, depth, coalesce(ended_at, started_at) AS endedAt ${closed}`,
    )
    this.#open = database.query<Omit<RunRow, 'endedAt'>>(`
      SELECT ${columns}, depth + 1 AS depth ${ofPanes} JOIN messages ON messages.id = runs.parent_id
      WHERE panes.comparison_id = ? AND runs.state = 'open'`)
    this.#paneCount = database.query<{ count: number }>(
      'SELECT count(*) AS count FROM panes WHERE comparison_id = ? AND removed_at IS NULL',
    )
    this.#message = database.query<MessageRow>(`SELECT ${messageColumns} FROM messages WHERE id = ?`)
  }

  /** Whether any answer of the comparison was stopped. */
  has(id: ComparisonId): boolean {
    return (
      this.#anyStopped.get(id) !== undefined ||
      this.#unsavedRuns(id).some(({ sessionId }) => isStopped(this.#unsavedOf(sessionId)))
    )
  }

  /** The round of this answer; null if it was not stopped. */
  of(id: ComparisonId, messageId: MessageId): StoppedRound | null {
    if (!this.has(id)) return null
    const runs = [...this.#closed.all(id), ...this.#unsavedRuns(id)]
    const round = roundOf(
      runs.toSorted((a, b) => a.startedAt - b.startedAt || a.place - b.place),
      messageId,
    )
    const answers = round.flatMap((run) => this.#answerOf(run) ?? [])
    const present = new Set(round.flatMap(({ paneId, isRemoved }) => (isRemoved === 1 ? [] : [paneId])))
    return stoppedRound(answers, (this.#paneCount.get(id)?.count ?? 0) - present.size)
  }

  /** The runs that have ended, and of which only the answer is not on disk. */
  #unsavedRuns(id: ComparisonId): RunRow[] {
    return this.#open.all(id).flatMap((run) => {
      const answer = this.#unsavedOf(run.sessionId)
      if (answer?.id !== run.messageId) return []
      return [{ ...run, endedAt: run.startedAt + (answer.metrics?.durationMs ?? 0) }]
    })
  }

  #answerOf({ sessionId, messageId }: RunRow): Message | null {
    const row = this.#message.get(messageId)
    return row === undefined ? this.#unsavedOf(sessionId) : toMessage(row)
  }
}

function isStopped(answer: Message | null): boolean {
  return answer?.stopReason !== undefined && stopped.includes(answer.stopReason)
}

/**
 * `runs` are in the order in which they began. A pane that is asked again begins another round: its first answer may have
 * been saved long after it ended.
 */
function roundOf(runs: readonly RunRow[], messageId: MessageId): RunRow[] {
  let round: RunRow[] = []
  let endedAt = 0
  for (const run of runs) {
    if (run.startedAt > endedAt + settleMs || round.some(({ paneId }) => paneId === run.paneId)) {
      if (round.some((each) => each.messageId === messageId)) break
      round = []
      endedAt = 0
    }
    round.push(run)
    endedAt = Math.max(endedAt, run.endedAt)
  }
  const own = round.find((each) => each.messageId === messageId)
  return own === undefined ? [] : round.filter(({ depth }) => depth === own.depth)
}

import type { ComparisonId, MessageId, RunId, SessionId } from '../../../shared/ids'
import type { LateEvent, RunEventBody } from '../../../shared/runs/events'
import { withLateEvents } from '../../../shared/runs/late-events'
import type { RunIdentity } from '../../../shared/runs/run-identity'
import type { Message, Receipt } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { WritableDatabase } from '../database/database'
import { toJson } from '../database/stored-json'
import { type MessageRow, toMessage, toRow } from '../messages/message-rows'
import type { JournalledRun } from '../messages/run-journal'
import type { SessionStore } from '../sessions/session-store'
import { SpendingLedger } from '../spending/spending-ledger'
import { SealedRows } from '../sealed/sealed-rows'
import { shownAnswer, stoppedRound } from '../sealed/shown-answer'

/** Facts about the cost of an answer whose source reported none. */
interface SettledCost {
  isFree?: boolean | undefined
  mayBeCharged?: boolean | undefined
}

/** A run of a hidden contestant, with its real model. */
type SealedRunIdentity = RunIdentity & { startedAt: number }

/**
 * The answers of hidden contestants. While one is written, its journal is sealed. When it has ended, the whole answer and
 * what it cost are sealed; when its round has ended, it is stored as it may be shown. After the reveal, all of it goes where
 * it goes for other runs.
 */
export class SealedAnswers {
  readonly #database: WritableDatabase
  readonly #store: SessionStore
  readonly #clock: Clock
  readonly #rows: SealedRows
  readonly #ledger: SpendingLedger
  readonly #comparison
  readonly #paneSessions
  readonly #shortened
  readonly #models

  constructor(database: WritableDatabase, deps: { store: SessionStore; clock: Clock }) {
    this.#database = database
    this.#store = deps.store
    this.#clock = deps.clock
    this.#rows = new SealedRows(database)
    this.#ledger = new SpendingLedger(database)
    this.#comparison = database.query<{ id: ComparisonId }>(
      'SELECT comparison_id AS id FROM panes WHERE session_id = ?',
    )
    this.#paneSessions = database.query<{ id: SessionId }>(
      'SELECT session_id AS id FROM panes WHERE comparison_id = ? AND removed_at IS NULL ORDER BY position',
    )
    this.#shortened = database.query(`
      SELECT 1 FROM panes JOIN messages ON messages.session_id = panes.session_id
      WHERE panes.comparison_id = ? AND marks ->> '$.isShortened' = 1 LIMIT 1`)
    this.#models = database.query<{ model: string }>(`
      SELECT coalesce(sealed.columns ->> '$.model', sessions.model) AS model FROM panes
      JOIN sessions ON sessions.id = panes.session_id
      LEFT JOIN sealed ON sealed.session_id = panes.session_id AND sealed.place = 'sessions'
      WHERE panes.comparison_id = ? AND panes.removed_at IS NULL ORDER BY panes.position`)
  }

  /** The comparison with this session as a hidden contestant; null if it is none. */
  comparisonOf(sessionId: SessionId): ComparisonId | null {
    return this.#rows.has(sessionId) ? (this.#comparison.get(sessionId)?.id ?? null) : null
  }

  isHidden(sessionId: SessionId): boolean {
    return this.#rows.has(sessionId)
  }

  /** The sessions of the panes; none when the comparison is unknown. */
  sessionsOf(id: ComparisonId): SessionId[] {
    return this.#paneSessions.all(id).map((row) => row.id)
  }

  /** An answer of the comparison is shown only in part, because its round was stopped. */
  hasShortened(id: ComparisonId): boolean {
    return this.#shortened.get(id) !== undefined
  }

  /** The models of the panes, also while they are hidden. */
  modelsOf(id: ComparisonId): string[] {
    return this.#models.all(id).map(({ model }) => model)
  }

  /** @see SessionStore.appendJournal */
  appendJournal(sessionId: SessionId, runId: RunId, events: readonly RunEventBody[]): boolean {
    if (!this.#rows.has(sessionId)) return this.#store.appendJournal(runId, events)
    if (events.length === 0) return true
    const chunk = this.#rows.count(sessionId, 'run_journal') + 1
    this.#database.relaxed(() =>
      this.#rows.put(sessionId, 'run_journal', `${runId} ${chunk}`, {
        run_id: runId,
        chunk,
        events: toJson(events),
      }),
    )
    return true
  }

  /** Seals an answer that has ended, and what it cost. Does nothing once the contestant is revealed. */
  seal(run: SealedRunIdentity, answer: Message, cost: SettledCost): void {
    if (this.#rows.has(run.sessionId)) this.#database.transaction(() => this.#seal(run, answer, cost))
  }

  attachReceipt(sessionId: SessionId, messageId: MessageId, receipt: Receipt): void {
    this.#change(sessionId, messageId, (answer) => ({ ...answer, receipt }))
  }

  /** @see SessionStore.addLate */
  addLate(sessionId: SessionId, messageId: MessageId, events: readonly LateEvent[]): boolean {
    if (!this.#rows.has(sessionId)) return this.#store.addLate(sessionId, messageId, events)
    return this.#change(sessionId, messageId, (answer) => withLateEvents(answer, events))
  }

  /**
   * Saves an answer whose round has ended, as it may be shown: completely if the contestant was revealed meanwhile.
   * @throws STORE_FULL, STORE_DAMAGED
   */
  settle(
    run: SealedRunIdentity,
    answer: Message,
    { shown, ...cost }: SettledCost & { shown: Message },
  ): void {
    this.#database.transaction(() => {
      if (!this.#rows.has(run.sessionId)) {
        this.#store.settleRun(run.runId, answer, cost)
        return
      }
      if (this.#rows.get(run.sessionId, 'messages', answer.id) === null) this.#seal(run, answer, cost)
      this.#store.settleRun(run.runId, shown)
    })
  }

  /** Those of the runs that the last process left open that are of hidden contestants, as their sealed entries describe them. */
  openRuns(open: readonly JournalledRun[]): (JournalledRun & { answer: Message | null })[] {
    return open
      .filter(({ sessionId }) => this.#rows.has(sessionId))
      .map((run) => {
        const { sessionId, runId } = run
        const sealed = this.#rows.get<{ model: string; is_free: number }>(sessionId, 'runs', runId)
        const journal = this.#rows
          .list<{ events: string }>(sessionId, 'run_journal')
          .map(({ events }) => events)
        const answer = this.#rows.get<MessageRow>(sessionId, 'messages', run.messageId)
        return {
          ...run,
          model: sealed?.model ?? run.model,
          isFree: sealed?.is_free === 1,
          journal,
          answer: answer === null ? null : toMessage(answer as MessageRow),
        }
      })
  }

  /** Saves the answers of such runs: those of a comparison are a round. */
  settleInterrupted(
    ended: readonly { run: JournalledRun; answer: Message; mayBeCharged: boolean }[],
    onFailed: (runId: RunId, error: unknown) => void,
  ): void {
    for (const { run, answer, mayBeCharged } of ended) {
      const { sessionId, runId, parentId, isFree } = run
      try {
        const id = this.comparisonOf(sessionId)
        const others = ended.filter((other) => id !== null && this.comparisonOf(other.run.sessionId) === id)
        const present = new Set(others.map((other) => other.run.sessionId))
        const sessions = id === null ? [] : this.sessionsOf(id)
        const missing = sessions.filter((session) => !present.has(session)).length
        const shown = shownAnswer(answer, {
          question: parentId === null ? null : this.#store.getMessage(sessionId, parentId),
          models: id === null ? [] : this.modelsOf(id),
          round: stoppedRound(
            others.map((other) => other.answer),
            missing,
          ),
        })
        this.settle(run, answer, { shown, isFree, mayBeCharged })
      } catch (error) {
        // One run that cannot be saved must not block the others or the start.
        onFailed(runId, error)
      }
    }
  }

  #seal(run: SealedRunIdentity, answer: Message, cost: SettledCost): void {
    const { sessionId, runId } = run
    this.#rows.put(sessionId, 'messages', answer.id, sealedColumns(answer))
    this.#rows.removeAll(sessionId, 'run_journal')
    const spent = this.#ledger.rowOfAnswer({ ...run, ...cost }, answer, this.#clock.now())
    if (spent !== null) this.#rows.put(sessionId, 'spending', runId, spent)
  }

  #change(sessionId: SessionId, id: MessageId, change: (answer: Message) => Message): boolean {
    return this.#database.transaction(() => {
      const row = this.#rows.get<MessageRow>(sessionId, 'messages', id)
      if (row === null) return false
      this.#rows.put(sessionId, 'messages', id, sealedColumns(change(toMessage(row as MessageRow))))
      return true
    })
  }
}

/** All columns of an answer, so that it can be read before its row exists; the row has its place in the tree. */
function sealedColumns(answer: Message): Partial<MessageRow> {
  const { parent_id: _parent, ...columns } = toRow(answer)
  return columns
}

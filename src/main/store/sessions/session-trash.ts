import { failure } from '../../../shared/failures/failure'
import type { ComparisonId, SessionId } from '../../../shared/ids'
import { trashRetentionDays } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import type { WritableDatabase } from '../database/database'
import { comparisonEraser } from './erase-comparison'
import { sessionNotFound } from '../database/store-errors'
import { SessionRows } from './session-rows'
import type { TreeWriter } from './tree-writer'

const keptMs = trashRetentionDays * 86_400_000
/** Delays the first cleanup so that it does not slow down the start. */
const firstEraseMs = 60_000
const eraseEveryMs = 6 * 3_600_000

/** The trash: deleted chats are kept for 30 days, then erased. */
export class SessionTrash {
  readonly #sessions: SessionRows
  readonly #writer: TreeWriter
  readonly #clock: Clock
  readonly #pause: () => Promise<void>
  readonly #chats
  readonly #expired
  readonly #expiredComparisons
  readonly #eraseComparison

  constructor(
    database: WritableDatabase,
    deps: { writer: TreeWriter; clock: Clock; pause: () => Promise<void> },
  ) {
    this.#sessions = new SessionRows(database)
    this.#writer = deps.writer
    this.#clock = deps.clock
    this.#pause = deps.pause
    this.#chats = database.query<{ id: SessionId }>(
      "SELECT id FROM sessions WHERE deleted_at IS NOT NULL AND kind = 'chat' AND state = 'ready'",
    )
    this.#expired = database.query<{ id: SessionId }>(
      "SELECT id FROM sessions WHERE deleted_at < ? AND state = 'ready'",
    )
    this.#expiredComparisons = database.query<{ id: ComparisonId }>(
      'SELECT id FROM comparisons WHERE deleted_at < ?',
    )
    this.#eraseComparison = comparisonEraser(database, deps.writer)
  }

  /** Periodically erases what has expired; the returned function stops that. */
  start(onProblem: (error: unknown) => void): Dispose {
    let stop: Dispose
    const eraseRepeatedly = async () => {
      stop = this.#clock.after(eraseEveryMs, () => void eraseRepeatedly())
      try {
        await this.eraseExpired()
      } catch (error) {
        onProblem(error)
      }
    }
    stop = this.#clock.after(firstEraseMs, () => void eraseRepeatedly())
    return () => stop()
  }

  /** Erases one chat in the trash. @throws NOT_FOUND, INVALID_INPUT it is not in the trash */
  async erase(id: SessionId): Promise<number> {
    const row = this.#sessions.get(id)
    if (row === undefined || row.state !== 'ready') throw sessionNotFound(id)
    if (row.deleted_at === null || row.kind === 'pane') {
      throw failure('INVALID_INPUT', 'session-not-in-trash', { field: 'sessionId' })
    }
    await this.#writer.erase(id)
    return 1
  }

  /** Erases every chat in the trash, one after another. */
  async empty(): Promise<number> {
    return this.#eraseEach(this.#chats.all().map(({ id }) => id))
  }

  /** Erases what has been in the trash for more than 30 days. */
  async eraseExpired(): Promise<number> {
    const before = this.#clock.now() - keptMs
    let count = 0
    for (const { id } of this.#expiredComparisons.all(before)) {
      for (const session of this.#eraseComparison(id)) {
        await this.#writer.eraseHidden(session)
        count += 1
      }
    }
    return count + (await this.#eraseEach(this.#expired.all(before).map(({ id }) => id)))
  }

  async #eraseEach(ids: SessionId[]): Promise<number> {
    let count = 0
    for (const id of ids) {
      // Restored, or erased by another call, while the others were being erased.
      const row = this.#sessions.get(id)
      if (row === undefined || row.state !== 'ready' || row.deleted_at === null) continue
      await this.#writer.erase(id)
      count += 1
      await this.#pause()
    }
    return count
  }
}

import { invalidInput } from '../../shared/errors'
import type { ComparisonId, SessionId } from '../../shared/ids'
import type { WritableDatabase } from '../sessions/database'
import { forgetDraftsOfComparisons } from '../sessions/drafts'
import type { TreeWriter } from '../sessions/tree-writer'
import { comparisonNotFound } from './comparison-store'

/** The comparisons that were deleted. What is not erased here is erased with the chats of the bin, after 30 days. */
export class ComparisonBin {
  readonly #writer: TreeWriter
  readonly #pause: () => Promise<void>
  readonly #deletedAt
  readonly #deleted
  readonly #anyPane
  readonly #forgetDrafts
  readonly #erase

  constructor(database: WritableDatabase, deps: { writer: TreeWriter; pause: () => Promise<void> }) {
    this.#writer = deps.writer
    this.#pause = deps.pause
    this.#deletedAt = database.query<{ deleted_at: number | null }>(
      'SELECT deleted_at FROM comparisons WHERE id = ?',
    )
    this.#deleted = database.query<{ id: ComparisonId }>(
      'SELECT id FROM comparisons WHERE deleted_at IS NOT NULL',
    )
    this.#anyPane = database.query<{ session_id: SessionId }>(
      'SELECT session_id FROM panes WHERE comparison_id = ? LIMIT 1',
    )
    this.#forgetDrafts = forgetDraftsOfComparisons(database, 'id = ?')
    this.#erase = database.command('DELETE FROM comparisons WHERE id = ?')
  }

  /** Erases one comparison of the bin, pane by pane. @throws NOT_FOUND, INVALID_INPUT it is not in the bin */
  async erase(id: ComparisonId): Promise<number> {
    const row = this.#deletedAt.get(id)
    if (row === undefined) throw comparisonNotFound(id)
    if (row.deleted_at === null) {
      throw invalidInput(
        'comparisonId',
        'only a comparison that is in the bin can be erased. Delete it first.',
      )
    }
    return this.#eraseDeleted(id)
  }

  /** Erases every comparison of the bin, one after another. */
  async empty(): Promise<number> {
    let count = 0
    for (const { id } of this.#deleted.all()) {
      await this.#pause()
      count += await this.#eraseDeleted(id)
    }
    return count
  }

  async #eraseDeleted(id: ComparisonId): Promise<number> {
    // Asked anew each time: others had their turn, and may have erased it or brought it back.
    while (this.#isDeleted(id)) {
      const pane = this.#anyPane.get(id)
      if (pane === undefined) {
        this.#forgetDrafts.run(id)
        return this.#erase.run(id)
      }
      this.#writer.erase(pane.session_id)
      await this.#pause()
    }
    return 0
  }

  #isDeleted(id: ComparisonId): boolean {
    return this.#deletedAt.get(id)?.deleted_at != null
  }
}

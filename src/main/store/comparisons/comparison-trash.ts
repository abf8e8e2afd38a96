import { failure } from '../../../shared/failures/failure'
import type { ComparisonId } from '../../../shared/ids'
import type { WritableDatabase } from '../database/database'
import type { TreeWriter } from '../sessions/tree-writer'
import { comparisonNotFound } from './comparison-store'
import { comparisonEraser } from '../sessions/erase-comparison'

/** Deleted comparisons. Those not erased here are erased with the chats in the trash, after 30 days. */
export class ComparisonTrash {
  readonly #writer: TreeWriter
  readonly #pause: () => Promise<void>
  readonly #deletedAt
  readonly #deleted
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
    this.#erase = comparisonEraser(database, deps.writer)
  }

  /** Erases one comparison in the trash. @throws NOT_FOUND, INVALID_INPUT it is not in the trash */
  async erase(id: ComparisonId): Promise<number> {
    const row = this.#deletedAt.get(id)
    if (row === undefined) throw comparisonNotFound(id)
    if (row.deleted_at === null) {
      throw failure('INVALID_INPUT', 'comparison-not-in-trash', { field: 'comparisonId' })
    }
    return this.#eraseDeleted(id)
  }

  /** Erases every comparison in the trash, one after another. */
  async empty(): Promise<number> {
    let count = 0
    for (const { id } of this.#deleted.all()) {
      await this.#pause()
      count += await this.#eraseDeleted(id)
    }
    return count
  }

  /** Removes it at once, so that it cannot be half restored; then erases the contents of its panes in steps. */
  async #eraseDeleted(id: ComparisonId): Promise<number> {
    // Restored, or erased by another call, while the others were being erased.
    if (!this.#isDeleted(id)) return 0
    for (const session of this.#erase(id)) await this.#writer.eraseHidden(session)
    return 1
  }

  #isDeleted(id: ComparisonId): boolean {
    return this.#deletedAt.get(id)?.deleted_at != null
  }
}

import type { Clock } from '../../base/clock'
import type { Dispose } from '../../base/dispose'
import type { JobRunner } from '../../base/threads/job'
import type { WritableDatabase } from '../database/database'
import type { indexMessages, SearchedFiles } from './search-job'

/** The job that makes index entries. */
export type SearchJobs = { indexMessages: typeof indexMessages }

/** The interval between looks for messages that were not completely indexed when they were stored. */
const lookEveryMs = 1_000
/** The delay of the first look, so that it does not slow down the start. */
const firstLookMs = 3_000
/** The pause between two steps, in which main does everything else. */
const pauseMs = 30
/** The pause after a failure, which is reported. */
const afterFailureMs = 60_000

/**
 * Completes the search index: a thread reads and splits messages whose entries lack something, and each step stores a few
 * entries. A step that is lost with the process is done again.
 */
export class SearchUpkeep {
  readonly #deps
  readonly #hasNext
  readonly #update
  readonly #done
  #isOver = false
  #cancel: Dispose = () => {}

  constructor(deps: {
    database: WritableDatabase
    files: SearchedFiles
    clock: Clock
    jobs: JobRunner<SearchJobs>
    onProblem: (error: unknown) => void
  }) {
    this.#deps = deps
    const { database } = deps
    this.#hasNext = database.query<{ number: number }>('SELECT number FROM search_updates LIMIT 1')
    this.#update = database.command(`
      UPDATE message_search SET text = :text, reasoning = :reasoning, names = :names WHERE rowid = :number`)
    this.#done = database.command('DELETE FROM search_updates WHERE number = ?')
  }

  /** Starts the upkeep; the returned function stops it. */
  start(): Dispose {
    this.#after(firstLookMs)
    return () => {
      this.#isOver = true
      this.#cancel()
    }
  }

  /** Completes a few entries. Returns whether there may be more. @throws STORE_FULL, STORE_DAMAGED */
  async step(): Promise<boolean> {
    const { database, jobs, files } = this.#deps
    if (this.#hasNext.get() === undefined) return false
    const rows = await jobs.run('indexMessages', files)
    if (this.#isOver) return false
    database.relaxed(() =>
      database.transaction(() => {
        for (const row of rows) {
          // Without its row in the list, it was deleted.
          if (this.#done.run(row.number) === 1) this.#update.run({ ...row })
        }
      }),
    )
    return rows.length > 0
  }

  #after(delayMs: number): void {
    if (this.#isOver) return
    this.#cancel = this.#deps.clock.after(delayMs, () => {
      this.step().then(
        (hasMore) => this.#after(hasMore ? pauseMs : lookEveryMs),
        (error: unknown) => {
          if (!this.#isOver) this.#deps.onProblem(error)
          this.#after(afterFailureMs)
        },
      )
    })
  }
}

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
  readonly #newest
  readonly #update
  readonly #done
  #newestBefore = Number.POSITIVE_INFINITY
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
    this.#newest = database.query<{ number: number }>('SELECT max(number) AS number FROM search_updates')
    // One statement, because the index writes to disk what it has collected before each. Without its row in the list, a
    // message was deleted.
    this.#update = database.command(`
      INSERT OR REPLACE INTO message_search (rowid, text, reasoning, names)
      SELECT number, value ->> 'text', value ->> 'reasoning', value ->> 'names'
      FROM json_each(?) JOIN search_updates ON number = value ->> 'number' ORDER BY number`)
    this.#done = database.command(
      "DELETE FROM search_updates WHERE number IN (SELECT value ->> 'number' FROM json_each(?))",
    )
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
    if (this.#newest.get()?.number == null) return false
    const rows = await jobs.run('indexMessages', files)
    if (this.#isOver) return false
    const entries = JSON.stringify(rows)
    database.relaxed(() =>
      database.transaction(() => {
        this.#update.run(entries)
        this.#done.run(entries)
      }),
    )
    return rows.length > 0
  }

  /** A step, unless more has been listed since the last look: while many messages arrive, they are stored first. */
  async #look(): Promise<boolean> {
    const before = this.#newestBefore
    this.#newestBefore = this.#newest.get()?.number ?? 0
    return this.#newestBefore <= before && this.step()
  }

  #after(delayMs: number): void {
    if (this.#isOver) return
    this.#cancel = this.#deps.clock.after(delayMs, () => {
      this.#look().then(
        (hasMore) => this.#after(hasMore ? pauseMs : lookEveryMs),
        (error: unknown) => {
          if (!this.#isOver) this.#deps.onProblem(error)
          this.#after(afterFailureMs)
        },
      )
    })
  }
}

import type { WritableDatabase } from '../database/database'

/** The limit on drafts: beyond it, the oldest are dropped. */
const maxDrafts = 2_000
/** The number of emptied drafts that are remembered, only by their time. */
const maxEmptied = 500

/** Text that was typed but not sent. */
export interface Draft {
  place: string
  text: string
  /** The time of the last change, by the window's clock. */
  updatedAt: number
}

interface DraftRow {
  place: string
  text: string
  updated_at: number
}

/**
 * Unsent text by the place where it was typed. The time at which a draft was emptied is remembered for a while, so that
 * an older copy from another window does not restore it.
 */
export class DraftStore {
  readonly #database: WritableDatabase
  readonly #list
  readonly #set
  readonly #prune

  constructor(database: WritableDatabase) {
    this.#database = database
    this.#list = database.query<DraftRow>("SELECT place, text, updated_at FROM drafts WHERE text <> ''")
    this.#set = database.command(`
      INSERT INTO drafts (place, text, updated_at) VALUES (:place, :text, :updatedAt)
      ON CONFLICT (place) DO UPDATE SET text = :text, updated_at = :updatedAt WHERE updated_at <= :updatedAt`)
    this.#prune = [
      { keep: maxDrafts, command: pruneCommand(database, "text <> ''") },
      { keep: maxEmptied, command: pruneCommand(database, "text = ''") },
    ]
  }

  list(): Record<string, { text: string; updatedAt: number }> {
    return Object.fromEntries(
      this.#list.all().map(({ place, text, updated_at: updatedAt }) => [place, { text, updatedAt }]),
    )
  }

  /** Stores a draft; an empty one drops the text. A draft older than the stored one changes nothing. */
  set({ place, text, updatedAt }: Draft): void {
    this.#database.transaction(() => {
      this.#set.run({ place, text, updatedAt })
      for (const { keep, command } of this.#prune) command.run(keep)
    })
  }
}

function pruneCommand(database: WritableDatabase, which: string) {
  return database.command(`
    DELETE FROM drafts WHERE place IN
      (SELECT place FROM drafts WHERE ${which} ORDER BY updated_at DESC, place LIMIT -1 OFFSET ?)`)
}

/** Empties the drafts of a chat that is about to be erased, so that a window's copy of them counts as older. */
export function forgetDraftsOfSession(database: WritableDatabase) {
  return database.command(`
    WITH gone (id) AS (VALUES (?)),
      places (place) AS (
        SELECT 'chat:' || id FROM gone
        UNION ALL SELECT 'edit:' || messages.id FROM gone JOIN messages ON messages.session_id = gone.id
        UNION ALL SELECT 'pane:' || panes.id FROM gone JOIN panes ON panes.session_id = gone.id
      )
    UPDATE drafts SET text = '', updated_at = updated_at + 1
    WHERE place IN (SELECT place FROM places)
      -- Forms and queued messages: their places start with the chat's and ':'; ';' is the next character.
      OR EXISTS (SELECT 1 FROM gone WHERE place >= 'form:' || id || ':' AND place < 'form:' || id || ';')
      OR EXISTS (SELECT 1 FROM gone WHERE place >= 'queued:' || id || ':' AND place < 'queued:' || id || ';')`)
}

/** Like `forgetDraftsOfSession`, for the comparisons that match `filter`. */
export function forgetDraftsOfComparisons(database: WritableDatabase, filter: string) {
  return database.command(`
    UPDATE drafts SET text = '', updated_at = updated_at + 1
    WHERE place IN (SELECT 'compare:' || id FROM comparisons WHERE ${filter})`)
}

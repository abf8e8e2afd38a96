import type { WritableDatabase } from '../database/database'

/** More drafts than this are not kept: the oldest go. */
const maxDrafts = 2_000
/** Of drafts that were emptied, only when; so many of them are remembered. */
const maxEmptied = 500

/** What was typed and not sent. */
export interface Draft {
  place: string
  text: string
  /** When it was last changed, by the clock of the window. */
  updatedAt: number
}

interface DraftRow {
  place: string
  text: string
  updated_at: number
}

/**
 * What was typed and not sent, by the place it was typed in. That a draft was emptied, and when, is remembered for a
 * while, so that an older copy of a window that did not hear of it does not come back.
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

  /** Keeps a draft, an empty one by forgetting its text. One that is older than what is kept changes nothing. */
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

/** Empties the drafts of a chat that is about to be erased: a window's copy of them is then the older one. */
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
      -- Forms, and messages that wait: their places begin with the chat's; ';' is what follows ':'.
      OR EXISTS (SELECT 1 FROM gone WHERE place >= 'form:' || id || ':' AND place < 'form:' || id || ';')
      OR EXISTS (SELECT 1 FROM gone WHERE place >= 'queued:' || id || ':' AND place < 'queued:' || id || ';')`)
}

/** The same for the comparisons that `filter` finds. */
export function forgetDraftsOfComparisons(database: WritableDatabase, filter: string) {
  return database.command(`
    UPDATE drafts SET text = '', updated_at = updated_at + 1
    WHERE place IN (SELECT 'compare:' || id FROM comparisons WHERE ${filter})`)
}

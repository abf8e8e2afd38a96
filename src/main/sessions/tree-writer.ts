import type { SessionId } from '../../shared/ids'
import type { Session } from '../../shared/sessions'
import type { NewId } from '../base/ids'
import type { WritableDatabase } from './database'
import { forgetDraftsOfSession } from './drafts'
import { sessionNotFound } from './not-found'
import { newSessionRow, SessionRows } from './session-rows'
import {
  TreeInProgress,
  type TreeMessage,
  type TreeParts,
  treeParts,
  type TreeSession,
} from './tree-in-progress'

export type { TreeMessage, TreeSession } from './tree-in-progress'

/**
 * Stores whole message trees, each under fresh ids: all of a tree or nothing. A large one is written in steps, between
 * which others get their turn; until its last step the session is in no list, and a restart takes away what is not
 * finished.
 */
export class TreeWriter {
  readonly #parts: TreeParts
  readonly #sessions: SessionRows
  readonly #newId: NewId
  readonly #database: WritableDatabase
  readonly #erase

  /** `pause` lets others have their turn. */
  constructor(database: WritableDatabase, deps: { newId: NewId; pause: () => Promise<void> }) {
    this.#database = database
    this.#newId = deps.newId
    this.#sessions = new SessionRows(database)
    this.#parts = treeParts(database, deps)
    this.#erase = eraseCommands(database)
  }

  /** Begins a session whose messages come in by and by. */
  begin(session: TreeSession): TreeInProgress {
    const row = newSessionRow({ ...session, id: this.#newId<SessionId>(), state: 'importing' })
    this.#sessions.insert(row)
    return new TreeInProgress(row, this.#parts, () => this.#eraseTree(row.id))
  }

  /**
   * Stores the session with `messages`, parents before children; its leaf is `leafKey`.
   * @throws STORE_FULL, STORE_DAMAGED, the signal's reason, or what `messages` throws; then nothing of it is left
   */
  async write(
    session: TreeSession,
    messages: Iterable<TreeMessage>,
    leafKey: string | null,
    signal?: AbortSignal,
  ): Promise<Session> {
    const tree = this.begin(session)
    try {
      await tree.add(messages, signal)
      return tree.finish(leafKey)
    } catch (error) {
      await tree.abandon()
      throw error
    }
  }

  /** Takes away what an earlier process left half written. To be called once, before anything else is written. */
  eraseUnfinished(): number {
    const unfinished = this.#erase.unfinished.all()
    for (const { id } of unfinished) this.#eraseTree(id)
    return unfinished.length
  }

  /** Erases a session with all it has, for good. @throws NOT_FOUND */
  erase(id: SessionId): void {
    if (this.#sessions.get(id) === undefined) throw sessionNotFound(id)
    this.#eraseTree(id)
  }

  #eraseTree(id: SessionId): void {
    this.#database.transaction(() => {
      for (const command of this.#erase.commands) command.run(id)
    })
  }
}

function eraseCommands(database: WritableDatabase) {
  return {
    unfinished: database.query<{ id: SessionId }>("SELECT id FROM sessions WHERE state = 'importing'"),
    commands: [
      database.command('UPDATE sessions SET leaf_id = NULL WHERE id = ?'),
      database.command('DELETE FROM run_journal WHERE run_id IN (SELECT id FROM runs WHERE session_id = ?)'),
      database.command('DELETE FROM runs WHERE session_id = ?'),
      database.command('DELETE FROM queued_messages WHERE session_id = ?'),
      forgetDraftsOfSession(database),
      database.command('DELETE FROM panes WHERE session_id = ?'),
      // All in one statement: references among them are checked at its end.
      database.command('DELETE FROM messages WHERE session_id = ?'),
      database.command('DELETE FROM sessions WHERE id = ?'),
    ],
  }
}

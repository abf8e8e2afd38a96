import { ParleyError } from '../../../shared/errors'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { Session } from '../../../shared/sessions/sessions'
import type { NewId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'
import { forgetDraftsOfSession } from '../composer/draft-store'
import { sessionNotFound } from '../database/store-errors'
import { ContentIds } from './content-ids'
import { newSessionRow, sealedSession, type SessionRow, SessionRows } from './session-rows'
import {
  type NewMessageId,
  TreeInProgress,
  type TreeMessage,
  type TreeParts,
  treeParts,
  type TreeSession,
} from './tree-in-progress'

export type { TreeMessage, TreeSession } from './tree-in-progress'

/**
 * Stores whole message trees, each completely or not at all. A large one is written in steps, yielding in
 * between; until the last step its session is in no list, and a restart erases unfinished ones.
 */
export class TreeWriter {
  readonly #parts: TreeParts
  readonly #sessions: SessionRows
  readonly #newId: NewId
  readonly #contentIds: ContentIds
  readonly #database: WritableDatabase
  readonly #erase

  /** `pause` yields to other work. */
  constructor(database: WritableDatabase, deps: { newId: NewId; pause: () => Promise<void> }) {
    this.#database = database
    this.#newId = deps.newId
    this.#contentIds = new ContentIds(database, deps.newId)
    this.#sessions = new SessionRows(database)
    this.#parts = treeParts(database, deps)
    this.#erase = eraseCommands(database)
  }

  /** Begins a session whose messages are added gradually. `isSealed`: that of a hidden contestant. */
  begin(session: TreeSession, { isSealed = false } = {}): TreeInProgress {
    if (!isSealed) {
      const tree = this.#newTree(session)
      tree.insert()
      return tree
    }
    const [shown, sealed] = sealedSession(newSessionRow({ ...session, id: this.#newId<SessionId>() }))
    const tree = this.#newTree(shown)
    this.#database.transaction(() => {
      tree.insert()
      this.#parts.sealed.put(shown.id, 'sessions', shown.id, sealed)
    })
    return tree
  }

  /**
   * Stores the session with `messages`, parents before children; its leaf is `leafKey`.
   * @throws STORE_FULL, STORE_DAMAGED, the signal's reason, or what `messages` throws; nothing of it is left then
   */
  async write(
    session: TreeSession,
    messages: Iterable<TreeMessage>,
    leafKey: string | null,
    signal?: AbortSignal,
  ): Promise<Session> {
    const tree = this.#newTree(session)
    const steps = tree.steps(messages)
    const [first = [], second] = [steps.next().value, steps.next().value]
    signal?.throwIfAborted()
    if (second === undefined) {
      return this.#database.transaction(() => {
        tree.insert()
        this.#parts.messages.insertAll(first)
        return tree.finish(leafKey)
      })
    }
    tree.insert()
    try {
      await tree.addSteps(prefixed([first, second], steps), signal)
      return tree.finish(leafKey)
    } catch (error) {
      await tree.abandon()
      throw error
    }
  }

  /**
   * Stores small imported trees completely, in one transaction, and returns their sessions. The same trees get the same ids
   * everywhere.
   * @throws STORE_FULL, STORE_DAMAGED
   */
  writeTogether(trees: readonly WholeTree[]): SessionId[] {
    return this.#database.transaction(() => {
      const begun = trees.map((given) => {
        const tree = this.#importedTree(given.session, given.leafKey)
        tree.insert()
        return { ...given, tree, rows: given.messages.map((message) => tree.rowOf(message)) }
      })
      this.#parts.messages.insertAll(begun.flatMap(({ rows }) => rows))
      return begun.map(({ tree, leafKey }) => tree.finish(leafKey).id)
    })
  }

  /**
   * Begins an imported session whose messages are added gradually, with the same ids everywhere. The caller takes its lease
   * at once, so that what other machines write there waits.
   */
  beginImport(session: TreeSession, leafKey: string | null): TreeInProgress {
    const tree = this.#importedTree(session, leafKey)
    tree.insert()
    return tree
  }

  /** Begins a hidden session for what a newer file adds to one that was imported, with the same ids everywhere. */
  beginExtension(sessionId: SessionId, session: TreeSession): TreeInProgress {
    const row = newSessionRow({ ...session, id: this.#newId<SessionId>(), state: 'importing' })
    const tree = this.#treeOf(row, this.#contentIdsIn(sessionId))
    tree.insert()
    return tree
  }

  /** Yields to other work. */
  pause(): Promise<void> {
    return this.#parts.pause()
  }

  /**
   * Erases what an earlier process left half written or half erased, and returns how much. Call this before anything is
   * written. What a full disk prevents from being erased stays hidden until another start.
   * @throws STORE_DAMAGED
   */
  eraseUnfinished(onProblem: (error: unknown) => void): number {
    let count = 0
    for (const { id } of this.#erase.unfinished.all()) {
      try {
        this.#eraseTree(id)
        count += 1
      } catch (error) {
        if (!(error instanceof ParleyError) || error.code !== 'STORE_FULL') throw error
        onProblem(error)
      }
    }
    return count
  }

  /** Erases a session with everything that belongs to it. @throws NOT_FOUND */
  async erase(id: SessionId): Promise<void> {
    this.hide(id)
    await this.eraseHidden(id)
  }

  /** Hides a session, its pane and its drafts everywhere; it can no longer be restored. @throws NOT_FOUND */
  hide(id: SessionId): void {
    if (this.#sessions.get(id)?.state !== 'ready') throw sessionNotFound(id)
    this.#database.transaction(() => {
      // Other machines keep theirs until they have erased the chat, too.
      this.#database.versions.paused(() => this.#erase.forgetDrafts.run(id))
      for (const command of this.#erase.hiding) command.run(id)
    })
  }

  /**
   * Erases a hidden session in steps. What cannot be erased now is erased at the next start; what comes back meanwhile,
   * by an import, stays.
   */
  async eraseHidden(id: SessionId): Promise<void> {
    const isHidden = () => this.#sessions.get(id)?.state === 'importing'
    while (isHidden() && this.#erase.someRuns(id) > 0) await this.#parts.pause()
    while (isHidden() && this.#parts.eraseLast(id) > 0) await this.#parts.pause()
    if (isHidden()) this.#eraseTree(id)
  }

  /** Erases a hidden session at once. */
  eraseHiddenNow(id: SessionId): void {
    this.#eraseTree(id)
  }

  #newTree(session: TreeSession & { id?: SessionId }): TreeInProgress {
    return this.#treeOf(newSessionRow({ id: this.#newId<SessionId>(), ...session, state: 'importing' }), () =>
      this.#newId<MessageId>(),
    )
  }

  #importedTree(session: TreeSession, leafKey: string | null): TreeInProgress {
    const id = this.#contentIds.session([session, leafKey])
    return this.#treeOf(newSessionRow({ ...session, id, state: 'importing' }), this.#contentIdsIn(id))
  }

  #contentIdsIn(sessionId: SessionId): NewMessageId {
    return (content) => this.#contentIds.message([sessionId, ...content])
  }

  #treeOf(row: SessionRow, idOf: NewMessageId): TreeInProgress {
    return new TreeInProgress(
      row,
      { ...this.#parts, idOf },
      {
        inSteps: () => this.eraseHidden(row.id),
        atOnce: () => this.#eraseTree(row.id),
      },
    )
  }

  #eraseTree(id: SessionId): void {
    this.#database.transaction(() => {
      for (const command of this.#erase.everything) command.run(id)
    })
  }
}

/** A tree of few messages, to be stored at once. */
export interface WholeTree {
  session: TreeSession
  /** Parents before children. */
  messages: readonly TreeMessage[]
  leafKey: string | null
}

function* prefixed<Value>(first: readonly Value[], rest: Iterable<Value>): Generator<Value> {
  yield* first
  yield* rest
}

/** Runs that one transaction erases. */
const runsPerErasure = 500

function eraseCommands(database: WritableDatabase) {
  const forgetDrafts = forgetDraftsOfSession(database)
  const panes = database.command('DELETE FROM panes WHERE session_id = ?')
  const runs = `SELECT id FROM runs WHERE session_id = :id LIMIT ${runsPerErasure}`
  const someJournals = database.command(`DELETE FROM run_journal WHERE run_id IN (${runs})`)
  const someRuns = database.command(`DELETE FROM runs WHERE id IN (${runs})`)
  return {
    unfinished: database.query<{ id: SessionId }>("SELECT id FROM sessions WHERE state = 'importing'"),
    forgetDrafts,
    // The tombstone of the session needs its pane.
    hiding: [database.command("UPDATE sessions SET state = 'importing', leaf_id = NULL WHERE id = ?"), panes],
    /** Returns how many there were. */
    someRuns: (id: SessionId) =>
      database.transaction(() => {
        someJournals.run({ id })
        return someRuns.run({ id })
      }),
    everything: [
      database.command('UPDATE sessions SET leaf_id = NULL WHERE id = ?'),
      database.command('DELETE FROM run_journal WHERE run_id IN (SELECT id FROM runs WHERE session_id = ?)'),
      database.command('DELETE FROM runs WHERE session_id = ?'),
      database.command('DELETE FROM queued_messages WHERE session_id = ?'),
      forgetDrafts,
      panes,
      // In one statement, because references are checked at its end.
      database.command('DELETE FROM messages WHERE session_id = ?'),
      database.command('DELETE FROM sessions WHERE id = ?'),
    ],
  }
}

import type { ComparisonId, PaneId } from '../../../../shared/ids'
import { paneLetters, paneLimits } from '../../../../shared/sessions/sessions'
import type { NewId } from '../../../base/new-id'
import type { WritableDatabase } from '../../database/database'
import type { ParleyComparison, ParleyPane } from '../parley-format/parley-archive'
import type { TreeInProgress, TreeMessage } from '../../sessions/tree-in-progress'
import type { TreeWriter } from '../../sessions/tree-writer'
import type { ConversationInProgress, ImportResult } from './conversation-in-progress'
import type { ConversationHead } from './formats/imported-conversation'
import { cleanTitle, type UnsentWork } from './formats/imported-conversation'
import { VoteStore } from '../../votes/vote-store'
import { untitledSession } from '../../messages/title'
import { type ImportedPane, importedVotes } from './imported-votes'
import type { UnsentWorkRows } from './unsent-work'

/** The complete chat of a pane, still hidden. */
interface FilledPane {
  pane: ParleyPane
  tree: TreeInProgress
  origin: string
  leafKey: string | null
  messageCount: number
  unsent: UnsentWork
}

interface Deps {
  writer: TreeWriter
  newId: NewId
  unsent: UnsentWorkRows
}

/** Stores imported comparisons: all panes of one at once, or nothing. */
export class ComparisonImporter {
  readonly #database: WritableDatabase
  readonly #deps: Deps & { votes: VoteStore }
  readonly #rows

  constructor(database: WritableDatabase, deps: Deps) {
    this.#database = database
    this.#deps = { ...deps, votes: new VoteStore(database) }
    this.#rows = comparisonRows(database)
  }

  begin(head: ParleyComparison): ComparisonInProgress {
    return new ComparisonInProgress(head, this.#database, this.#rows, this.#deps)
  }
}

/** A comparison whose panes are added one after another. Until it is finished, a restart erases all of it. */
export class ComparisonInProgress {
  readonly #head: ParleyComparison
  readonly #database: WritableDatabase
  readonly #rows: ReturnType<typeof comparisonRows>
  readonly #deps: Deps & { votes: VoteStore }
  readonly #filled: FilledPane[] = []

  constructor(
    head: ParleyComparison,
    database: WritableDatabase,
    rows: ReturnType<typeof comparisonRows>,
    deps: Deps & { votes: VoteStore },
  ) {
    this.#head = head
    this.#database = database
    this.#rows = rows
    this.#deps = deps
  }

  /** Starts the chat of the next pane. */
  beginPane(pane: ParleyPane, head: ConversationHead, leafKey: string | null): ConversationInProgress {
    const tree = this.#deps.writer.begin({ ...head, kind: 'pane' })
    let messageCount = 0
    return {
      async add(messages: readonly TreeMessage[]) {
        await tree.add(messages)
        messageCount += messages.length
      },
      finish: (unsent) => {
        this.#filled.push({ pane, tree, origin: head.origin, leafKey, messageCount, unsent })
        return { kind: 'pane' }
      },
      abandon: () => tree.abandon(),
    }
  }

  /** Makes it visible in lists; null when it has no panes. */
  async finish(): Promise<ImportResult | null> {
    const shown = this.#filled.filter(({ pane }) => pane.removedAt === undefined)
    if (shown.length < paneLimits.min || shown.length > paneLimits.max) {
      await this.abandon()
      return null
    }
    if (this.#isKnown()) {
      await this.abandon()
      return { kind: 'known' }
    }
    const comparisonId = this.#database.transaction(() => this.#store())
    const messageCount = this.#filled.reduce((sum, filled) => sum + filled.messageCount, 0)
    return { kind: 'comparison', messageCount, comparisonId }
  }

  async abandon(): Promise<void> {
    for (const { tree } of this.#filled) await tree.abandon()
  }

  #store(): ComparisonId {
    const { newId, unsent: rows, votes: voteStore } = this.#deps
    const id = newId<ComparisonId>()
    const panes = new Map<number, ImportedPane>()
    const {
      title,
      titleSource,
      pinned,
      archived,
      createdAt,
      updatedAt,
      deletedAt,
      drafts = [],
      votes = [],
    } = this.#head
    this.#rows.insert.run({
      id,
      title,
      titleSource: title === null ? 'none' : (titleSource ?? 'user'),
      pinned: pinned ? 1 : 0,
      archived: archived ? 1 : 0,
      createdAt,
      updatedAt,
      deletedAt: deletedAt ?? null,
    })
    for (const { pane, tree, leafKey, unsent } of this.#filled) {
      const { id: sessionId } = tree.finish(leafKey)
      const paneId = newId<PaneId>()
      const { position, letter = position % paneLetters.length, removedAt = null } = pane
      this.#rows.insertPane.run({ id: paneId, comparisonId: id, sessionId, position, letter, removedAt })
      rows.restore(unsent, { sessionId, messageOf: (key) => tree.idOf(key), paneId })
      panes.set(position, { paneId, messageOf: (key) => tree.idOf(key) ?? null })
    }
    rows.putDrafts(drafts, (place) => (place === 'compare' ? `compare:${id}` : null))
    const paneAt = (index: number) => {
      const pane = this.#head.panes[index]
      return pane === undefined ? null : (panes.get(pane.position) ?? null)
    }
    const source = cleanTitle(title) ?? untitledSession
    voteStore.save(importedVotes(votes, { comparisonId: id, source, newId, paneAt }))
    return id
  }

  /** Whether one with exactly these panes was imported before. */
  #isKnown(): boolean {
    const [first, ...others] = this.#filled
    if (first === undefined) return false
    const isDeleted = this.#head.deletedAt === undefined ? 0 : 1
    return this.#rows.withPane
      .all({ origin: first.origin, isDeleted })
      .some(({ id }) => others.every(({ origin }) => this.#rows.hasPane.get({ id, origin }) !== undefined))
  }
}

function comparisonRows(database: WritableDatabase) {
  return {
    insert: database.command(`
      INSERT INTO comparisons (id, title, title_source, pinned, archived, created_at, updated_at, deleted_at)
      VALUES (:id, :title, :titleSource, :pinned, :archived, :createdAt, :updatedAt, :deletedAt)`),
    insertPane: database.command(`
      INSERT INTO panes (id, comparison_id, session_id, position, removed_at, letter)
      VALUES (:id, :comparisonId, :sessionId, :position, :removedAt, :letter)`),
    withPane: database.query<{ id: ComparisonId }>(`
      SELECT comparisons.id FROM sessions
      JOIN panes ON panes.session_id = sessions.id JOIN comparisons ON comparisons.id = panes.comparison_id
      WHERE sessions.origin = :origin AND sessions.state = 'ready'
        AND (comparisons.deleted_at IS NULL OR :isDeleted)`),
    hasPane: database.query<{ id: string }>(`
      SELECT panes.id FROM panes JOIN sessions ON sessions.id = panes.session_id
      WHERE panes.comparison_id = :id AND sessions.origin = :origin`),
  }
}

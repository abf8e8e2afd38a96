import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { ComparisonId, PaneId, ProjectId, SessionId } from '../../../shared/ids'
import type { Comparison, Pane, RemovedPane, Session } from '../../../shared/sessions/sessions'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'
import type { SessionStore } from '../sessions/session-store'
import { titleFromText } from '../messages/title'
import { type RandomBelow, shuffled } from './shuffled'
import { ComparisonPanes, type PaneModel, paneNotFound, type PanePatch } from './comparison-panes'
import {
  type ComparisonRow,
  ComparisonRows,
  type ListedComparison,
  newComparisonRow,
  untitledComparison,
} from './comparison-rows'
import { MergeRows } from './merge-rows'
import { contestantsHidden, SealedRows } from '../sealed/sealed-rows'
import { ProjectMembership } from '../projects/project-members'
import { parseModelRef } from '../../../shared/models/models'
import type { SessionOperations } from '../sessions/session-operations'

/** Filters and limit for a list of comparisons. `undefined` counts as absent. */
export interface ComparisonListInput {
  limit?: number | undefined
  archived?: boolean | undefined
  deleted?: boolean | undefined
  projectId?: ProjectId | undefined
}

/** A change to a comparison. `undefined` counts as absent. */
export interface ComparisonPatch {
  title?: string | undefined
  pinned?: boolean | undefined
  archived?: boolean | undefined
  projectId?: ProjectId | null | undefined
  isLocal?: boolean | undefined
}

/**
 * Comparisons and their panes. Each pane owns a session, which holds its model, parameters and agent settings. Every
 * call throws NOT_FOUND for a comparison or pane that is unknown, deleted or removed, and INVALID_INPUT when the agent
 * of a pane would write to a shared folder.
 */
export class ComparisonStore {
  readonly #database: WritableDatabase
  readonly #sessions: SessionStore
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #randomBelow: RandomBelow | undefined
  readonly #rows: ComparisonRows
  readonly #panes: ComparisonPanes
  readonly #sealed: SealedRows
  readonly #projects: ProjectMembership
  /** The merges of all comparisons. */
  readonly merges: MergeRows

  constructor(
    database: WritableDatabase,
    sessions: SessionStore,
    deps: { clock: Clock; newId: NewId; randomBelow?: RandomBelow },
  ) {
    this.#database = database
    this.#sessions = sessions
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#randomBelow = deps.randomBelow
    this.#rows = new ComparisonRows(database)
    this.#panes = new ComparisonPanes(this.#rows, sessions, deps.newId)
    this.#sealed = new SealedRows(database)
    this.#projects = new ProjectMembership(database)
    this.merges = new MergeRows(database)
  }

  /**
   * The panes of a blind comparison are in random order, and so are their ids. Their contestants are sealed.
   * @throws NOT_FOUND there is no such project; INVALID_INPUT fewer than two or more than eight models
   */
  create(input: {
    models: PaneModel[]
    title?: string | undefined
    isBlind?: boolean | undefined
    projectId?: ProjectId | undefined
  }): Comparison {
    const { isBlind = false, projectId } = input
    return this.#database.transaction(() => {
      if (projectId !== undefined) this.#projects.assertExists(projectId)
      const id = this.#newId<ComparisonId>()
      this.#rows.insert(
        newComparisonRow({
          id,
          ...(input.title === undefined ? {} : { title: input.title, title_source: 'user' }),
          created_at: this.#clock.now(),
          is_blind: Number(isBlind),
          project_id: projectId ?? null,
        }),
      )
      const models = isBlind ? shuffled(input.models, this.#randomBelow) : input.models
      this.#panes.addFirst(id, models, { isSealed: isBlind })
      return this.get(id)
    })
  }

  get(id: ComparisonId): Comparison {
    const { title, projectId, isLocal, createdAt, updatedAt } = this.summary(id)
    const row = this.#row(id)
    const removedCount = isSealed(row) ? 0 : this.#rows.removedPanes(id).length
    return {
      id,
      title,
      panes: this.#panes.list(id),
      ...(removedCount === 0 ? {} : { removedCount }),
      isBlind: row.is_blind === 1,
      revealedAt: row.revealed_at,
      ...(projectId === undefined ? {} : { projectId }),
      ...(isLocal === undefined ? {} : { isLocal }),
      createdAt,
      updatedAt,
    }
  }

  /** A comparison as in the list. */
  summary(id: ComparisonId): ListedComparison {
    const summary = this.#rows.summary(id)
    if (summary === undefined) throw comparisonNotFound(id)
    return summary
  }

  /** Pinned first, then by last change, where a run in a pane counts as one. In the trash, last deleted first. */
  list(input: ComparisonListInput = {}): ListedComparison[] {
    const page = { limit: input.limit ?? 100, projectId: input.projectId ?? null }
    return input.deleted === true
      ? this.#rows.binned(page)
      : this.#rows.list({ isArchived: input.archived ?? false, ...page })
  }

  update(id: ComparisonId, patch: ComparisonPatch): Comparison {
    return this.#database.transaction(() => {
      const row = this.#row(id)
      const { title, pinned = row.pinned, archived = row.archived, projectId = row.project_id } = patch
      const { isLocal = row.is_local } = patch
      if (patch.projectId != null) this.#projects.assertExists(patch.projectId)
      this.#rows.update({
        ...row,
        ...(title === undefined ? {} : { title, title_source: 'user', updated_at: this.#clock.now() }),
        pinned: Number(pinned),
        archived: Number(archived),
        project_id: projectId,
        is_local: Number(isLocal),
      })
      return this.get(id)
    })
  }

  /**
   * Writes what is sealed of a blind comparison's contestants to their rows. Does nothing in other comparisons, or if they
   * are already revealed.
   */
  reveal(id: ComparisonId): Comparison {
    return this.#database.transaction(() => {
      const row = this.#row(id)
      if (isSealed(row)) {
        for (const sessionId of this.#rows.allSessions(id)) this.#sealed.reveal(sessionId)
        this.#rows.update({ ...row, revealed_at: this.#clock.now() })
      }
      return this.get(id)
    })
  }

  /** Moves the comparison and the sessions of its panes and merges to the trash; nothing is erased. */
  delete(id: ComparisonId): void {
    this.#database.transaction(() => {
      const row = this.#row(id)
      for (const sessionId of this.sessionIds(id)) this.#sessions.deleteSession(sessionId)
      this.#rows.update({ ...row, deleted_at: this.#clock.now() })
    })
  }

  /** Restores a deleted comparison with the sessions of its panes and merges; one that is not deleted stays unchanged. */
  restore(id: ComparisonId): Comparison {
    return this.#database.transaction(() => {
      const row = this.#rows.getDeleted(id)
      if (row === undefined) return this.get(id)
      this.#rows.update({ ...row, deleted_at: null })
      this.#rows.restoreSessions(id)
      return this.get(id)
    })
  }

  /** Sets the title from the first prompt, unless there is one. Returns whether it did. */
  titleFromFirst(id: ComparisonId, text: string): boolean {
    return this.#database.transaction(() => {
      const row = this.#row(id)
      const title = row.title_source === 'none' ? titleFromText(text) : null
      if (title === null) return false
      this.#rows.update({ ...row, title, title_source: 'auto' })
      return true
    })
  }

  /** Appends a pane. @throws INVALID_INPUT there are already eight */
  addPane(id: ComparisonId, model: PaneModel): Comparison {
    return this.#database.transaction(() => {
      this.assertRevealed(id)
      this.#panes.add(id, model)
      return this.#touched(id)
    })
  }

  /** Removes the pane and its session; later panes move up. @throws INVALID_INPUT only two are left */
  removePane(id: ComparisonId, paneId: PaneId): Comparison {
    return this.#database.transaction(() => {
      this.#row(id)
      this.#panes.remove(id, paneId, this.#clock.now())
      return this.#touched(id)
    })
  }

  /** Removed panes that can still be restored, last removed first. */
  removedPanes(id: ComparisonId): RemovedPane[] {
    this.assertRevealed(id)
    return this.#panes.removed(id)
  }

  /**
   * Restores a removed pane and its session to its position; one that is not removed stays unchanged.
   * @throws INVALID_INPUT there are already eight
   */
  restorePane(id: ComparisonId, paneId: PaneId): Comparison {
    return this.#database.transaction(() => {
      this.#row(id)
      return this.#panes.restore(id, paneId) ? this.#touched(id) : this.get(id)
    })
  }

  /** Changes the model and parameters of the pane. Its session, with its messages, stays. */
  replacePane(id: ComparisonId, paneId: PaneId, model: PaneModel): Comparison {
    return this.#database.transaction(() => {
      const { sessionId } = this.paneOf(id, paneId)
      this.#sessions.updateSession(sessionId, { ...model, params: model.params ?? {} })
      return this.#touched(id)
    })
  }

  /** Changes the pane's settings. */
  updatePane(id: ComparisonId, paneId: PaneId, patch: PanePatch): Comparison {
    return this.#database.transaction(() => {
      this.#sessions.updateSession(this.paneOf(id, paneId).sessionId, patch)
      return this.#touched(id)
    })
  }

  /** Moves the pane to `position`, counted from 0; a position past the end is the end. */
  movePane(id: ComparisonId, paneId: PaneId, position: number): Comparison {
    return this.#database.transaction(() => {
      this.#row(id)
      this.#panes.move(id, paneId, position)
      return this.#touched(id)
    })
  }

  paneById(paneId: PaneId): { pane: Pane; comparisonId: ComparisonId } {
    const comparisonId = this.#rows.paneById(paneId)?.comparison_id
    if (comparisonId === undefined) throw paneNotFound(paneId)
    return { pane: this.paneOf(comparisonId, paneId), comparisonId }
  }

  /** The pane, if it belongs to this comparison. */
  paneOf(id: ComparisonId, paneId: PaneId): Pane {
    this.#row(id)
    return this.#panes.get(id, paneId)
  }

  /** The sessions of the panes; none when the comparison is unknown or deleted. */
  sessionsOf(id: ComparisonId): SessionId[] {
    return this.#rows.panes(id).map((row) => row.session_id)
  }

  /** @throws NOT_FOUND; INVALID_INPUT its contestants are hidden */
  assertRevealed(id: ComparisonId): void {
    if (isSealed(this.#row(id))) throw contestantsHidden()
  }

  /** The comparison with a pane or a merge for this session; null when there is none. */
  comparisonOfSession(sessionId: SessionId): ComparisonId | null {
    return this.#rows.paneOfSession(sessionId)?.comparison_id ?? this.merges.ofSession(sessionId)
  }

  /** The sessions of its panes and merges. */
  sessionIds(id: ComparisonId): SessionId[] {
    const panes = this.#panes.list(id).map(({ sessionId }) => sessionId)
    return [...panes, ...this.merges.list(id).map(({ sessionId }) => sessionId)]
  }

  #row(id: ComparisonId): ComparisonRow {
    const row = this.#rows.get(id)
    if (row === undefined) throw comparisonNotFound(id)
    return row
  }

  #touched(id: ComparisonId): Comparison {
    this.#rows.update({ ...this.#row(id), updated_at: this.#clock.now() })
    return this.get(id)
  }
}

function isSealed({ is_blind, revealed_at }: ComparisonRow): boolean {
  return is_blind === 1 && revealed_at === null
}

/** The error for a comparison that is unknown or deleted. */
export function comparisonNotFound(id: ComparisonId): ParleyError {
  return failure('NOT_FOUND', 'comparison', { comparisonId: id })
}

/**
 * Copies a pane, with every branch, into a chat named after the model and the comparison. The pane stays.
 * @throws NOT_FOUND, RUN_ACTIVE, STORE_FULL
 */
export function promotePane(
  deps: { store: ComparisonStore; operations: SessionOperations },
  comparisonId: ComparisonId,
  paneId: PaneId,
): Promise<Session> {
  const { sessionId, model } = deps.store.paneOf(comparisonId, paneId)
  const { title } = deps.store.summary(comparisonId)
  const name = parseModelRef(model)?.modelId ?? model
  const isTitled = title !== untitledComparison
  return deps.operations.duplicate(sessionId, isTitled ? `${name} · ${title}` : undefined)
}

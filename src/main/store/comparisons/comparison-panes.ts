import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { ComparisonId, PaneId } from '../../../shared/ids'
import { invariant } from '../../../shared/invariant'
import type { ModelParams, Pane, RemovedPane, Session } from '../../../shared/sessions/sessions'
import { paneLetters, paneLimits } from '../../../shared/sessions/sessions'
import type { NewId } from '../../base/new-id'
import type { SessionStore } from '../sessions/session-store'
import type { ComparisonRows } from './comparison-rows'

/** The model of a pane and its settings. */
export interface PaneModel extends PaneWork {
  model: string
  params?: ModelParams
  systemPrompt?: string | null
}

/** Settings for the work of a pane's agent, and the tools of its model, as in `Session`. */
export type PaneWork = Pick<Partial<Session>, 'workspace' | 'permission' | 'isolation' | 'tools'>

/** A change to a pane's settings. `undefined` counts as absent. */
export interface PanePatch extends PaneWork {
  params?: ModelParams | undefined
  systemPrompt?: string | null | undefined
}

/**
 * The panes of comparisons: their order, their letters and their sessions. The caller checks that the comparison
 * exists, and opens the transaction.
 */
export class ComparisonPanes {
  readonly #rows: ComparisonRows
  readonly #sessions: SessionStore
  readonly #newId: NewId

  constructor(rows: ComparisonRows, sessions: SessionStore, newId: NewId) {
    this.#rows = rows
    this.#sessions = sessions
    this.#newId = newId
  }

  /** The panes in order. */
  list(id: ComparisonId): Pane[] {
    return this.#rows.panes(id).map((row, position) => {
      const session = this.#sessions.getSession(row.session_id)
      const { model, params, systemPrompt, workspace, isFolderImported, permission, isolation, tools } =
        session
      invariant(model !== null, 'every pane has a model')
      return {
        paneId: row.id,
        sessionId: row.session_id,
        position,
        ...letterOf(row),
        model,
        params,
        systemPrompt,
        ...(workspace === null ? {} : { workspace }),
        ...(isFolderImported === undefined ? {} : { isFolderImported }),
        ...(permission === undefined ? {} : { permission }),
        ...(isolation === undefined ? {} : { isolation }),
        ...(tools === undefined ? {} : { tools }),
        ...(row.is_merge === 1 ? { isMerge: true } : {}),
      }
    })
  }

  /** @throws NOT_FOUND */
  get(id: ComparisonId, paneId: PaneId): Pane {
    const pane = this.list(id).find((candidate) => candidate.paneId === paneId)
    if (pane === undefined) throw paneNotFound(paneId)
    return pane
  }

  /** Appends the first panes of a new comparison. @throws INVALID_INPUT fewer than two or more than eight */
  addFirst(id: ComparisonId, models: readonly PaneModel[], { isSealed }: { isSealed: boolean }): void {
    if (models.length < paneLimits.min) throw tooFewPanes()
    if (models.length > paneLimits.max) throw tooManyPanes()
    for (const model of models) this.#insert(id, { ...model, isSealed })
  }

  /** Appends a pane. @throws INVALID_INPUT there are already eight */
  add(id: ComparisonId, model: PaneModel): void {
    if (this.#rows.panes(id).length >= paneLimits.max) throw tooManyPanes()
    this.#insert(id, model)
  }

  /** Removes the pane and its session; later panes move up. @throws NOT_FOUND; INVALID_INPUT only two are left */
  remove(id: ComparisonId, paneId: PaneId, now: number): void {
    const { sessionId } = this.get(id, paneId)
    if (this.#rows.panes(id).length <= paneLimits.min) throw tooFewPanes()
    this.#rows.removePane(paneId, now)
    this.#sessions.deleteSession(sessionId)
  }

  /** Removed panes that can still be restored, last removed first. */
  removed(id: ComparisonId): RemovedPane[] {
    return this.#rows.removedPanes(id).map((row) => ({
      paneId: row.id,
      ...letterOf(row),
      model: row.model,
      removedAt: row.removed_at,
      messageCount: row.message_count,
      ...(row.is_merge === 1 ? { isMerge: true as const } : {}),
    }))
  }

  /**
   * Restores a removed pane and its session to its position. Returns false for one that is not removed.
   * @throws NOT_FOUND; INVALID_INPUT there are already eight
   */
  restore(id: ComparisonId, paneId: PaneId): boolean {
    const removed = this.#rows.removedPane(paneId)
    if (removed?.comparison_id !== id) {
      this.get(id, paneId)
      return false
    }
    const panes = this.#rows.panes(id)
    if (panes.length >= paneLimits.max) throw tooManyPanes()
    // By now, another pane may have its letter.
    const used = panes.map(({ letter }) => letter)
    const letter = used.includes(removed.letter) ? freeLetter(used) : removed.letter
    this.move(id, paneId, this.#rows.restorePane({ ...removed, letter }))
    return true
  }

  /** Moves the pane to `position`, counted from 0; a position past the end is the end. @throws NOT_FOUND */
  move(id: ComparisonId, paneId: PaneId, position: number): void {
    const { position: from } = this.get(id, paneId)
    const order = this.#rows.panes(id).map((row) => row.id)
    order.splice(position, 0, ...order.splice(from, 1))
    for (const [place, paneInPlace] of order.entries()) this.#rows.placePane(paneInPlace, place)
  }

  #insert(comparisonId: ComparisonId, model: PaneModel & { isSealed?: boolean }): void {
    const session = this.#sessions.createSession({ kind: 'pane', ...model })
    this.#rows.insertPane({
      id: this.#newId<PaneId>(),
      comparison_id: comparisonId,
      session_id: session.id,
      letter: this.#newLetter(comparisonId),
    })
  }

  /** A letter that not even a removed pane has, if there is one. */
  #newLetter(id: ComparisonId): number {
    const shown = this.#rows.panes(id).map(({ letter }) => letter)
    const letter = freeLetter([...shown, ...this.#rows.removedPanes(id).map((removed) => removed.letter)])
    return letter < paneLetters.length ? letter : freeLetter(shown)
  }
}

/** The error for a pane that its comparison does not have. */
export function paneNotFound(paneId: PaneId): ParleyError {
  return failure('NOT_FOUND', 'pane', { paneId })
}

function freeLetter(used: readonly number[]): number {
  let letter = 0
  while (used.includes(letter)) letter += 1
  return letter
}

function letterOf({ letter }: { letter: number }): Pick<Pane, 'letter'> {
  const name = paneLetters[letter]
  return name === undefined ? {} : { letter: name }
}

function tooFewPanes(): ParleyError {
  return failure('INVALID_INPUT', 'too-few-panes', { min: paneLimits.min })
}

function tooManyPanes(): ParleyError {
  return failure('INVALID_INPUT', 'too-many-panes', { max: paneLimits.max })
}

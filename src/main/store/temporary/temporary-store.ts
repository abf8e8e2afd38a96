import { failure } from '../../../shared/failures/failure'
import type { SessionId } from '../../../shared/ids'
import type { Session } from '../../../shared/sessions/sessions'
import type { WritableDatabase } from '../database/database'
import type { SessionPatch } from '../sessions/session-changes'
import { type ListedSession, SessionStore } from '../sessions/session-store'
import { eraseSession } from './session-tables'

/** The sessions of a database in memory. They are in no list, and deleting one erases it. */
export class TemporaryStore extends SessionStore {
  readonly #memory: WritableDatabase

  constructor(memory: WritableDatabase, deps: ConstructorParameters<typeof SessionStore>[1]) {
    super(memory, deps)
    this.#memory = memory
  }

  override getSession(id: SessionId): Session {
    return { ...super.getSession(id), isTemporary: true }
  }

  override getSummary(id: SessionId): ListedSession {
    return { ...super.getSummary(id), isTemporary: true }
  }

  /** @throws INVALID_INPUT also when it would be pinned, archived or assigned to a project: it is in no list */
  override updateSession(id: SessionId, patch: SessionPatch): Session {
    const field = patch.pinned === true ? 'pinned' : 'archived'
    if (patch[field] === true) throw failure('INVALID_INPUT', 'temporary-not-listed', { field })
    if (patch.projectId != null) throw temporaryInProject()
    return { ...super.updateSession(id, patch), isTemporary: true }
  }

  override deleteSession(id: SessionId): void {
    this.getSession(id)
    eraseSession(this.#memory, id)
  }

  /** Nothing is in the trash, so there is nothing to restore. */
  override restoreSession(id: SessionId): Session {
    return this.getSession(id)
  }
}

/** The error for a temporary chat that would belong to a project. */
export function temporaryInProject() {
  return failure('INVALID_INPUT', 'temporary-not-listed', { field: 'projectId' })
}

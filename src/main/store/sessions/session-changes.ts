import type { OrUndefined } from '../../../shared/or-undefined'
import type { Session } from '../../../shared/sessions/sessions'
import { columnsWith, type SessionFields, type SessionRow } from './session-rows'

/** What a new session starts with. */
export type NewSession = OrUndefined<
  Partial<
    Omit<SessionFields, 'pinned' | 'archived'> &
      Pick<Session, 'kind'> & {
        /** Its contestant is hidden. */
        isSealed: boolean
      }
  >
>
/** A change to a session. */
export type SessionPatch = OrUndefined<Partial<SessionFields>>

/** The columns after the change. */
export function changedColumns(row: SessionRow, patch: SessionPatch): SessionRow {
  return {
    ...row,
    ...columnsWith(patch),
    ...(patch.title === undefined ? {} : { title_source: 'user' }),
    // A folder that is set was chosen by the user, even the same one.
    ...(patch.workspace === undefined ? {} : { folder_imported: 0 }),
  }
}

/** Whether the change makes the session newer. Where it is listed does not. */
export function touches(patch: SessionPatch): boolean {
  const { pinned: _pinned, archived: _archived, projectId: _projectId, ...content } = patch
  return Object.values(content).some((value) => value !== undefined)
}

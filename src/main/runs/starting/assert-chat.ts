import { failure } from '../../../shared/failures/failure'
import type { Session } from '../../../shared/sessions/sessions'

/**
 * A pane's answers belong to the window that asked for them: only `pane.run` starts one, never a detached run.
 * @throws INVALID_INPUT the session belongs to a pane
 */
export function assertChat({ kind }: Session): void {
  if (kind === 'chat') return
  throw failure('INVALID_INPUT', 'pane-started-elsewhere', { field: 'sessionId' })
}

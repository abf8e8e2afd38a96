import { failure } from '../../../shared/failures/failure'
import type { Session } from '../../../shared/sessions/sessions'

/**
 * Refuses detached runs in panes. Only `pane.run` starts those, because they belong to the stream that started them.
 * @throws INVALID_INPUT the session belongs to a pane
 */
export function assertChat({ kind }: Session): void {
  if (kind === 'chat') return
  throw failure('INVALID_INPUT', 'pane-started-elsewhere', { field: 'sessionId' })
}

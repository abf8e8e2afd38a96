import { invalidInput } from '../../../shared/errors'
import type { Session } from '../../../shared/sessions/sessions'

/**
 * A pane's answers belong to the window that asked for them: only `pane.run` starts one, never a detached run.
 * @throws INVALID_INPUT the session belongs to a pane
 */
export function assertChat({ kind }: Session): void {
  if (kind === 'chat') return
  throw invalidInput(
    'sessionId',
    'this conversation is a pane of a comparison, where only pane.run starts an answer.',
  )
}

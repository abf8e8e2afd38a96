import type { AgentId } from '../../../shared/agents/agents'
import { failure } from '../../../shared/failures/failure'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { Session } from '../../../shared/sessions/sessions'

/**
 * Refuses detached runs in panes. Only `pane.run` starts those, because they belong to the stream that started them.
 * @throws INVALID_INPUT the session belongs to a pane
 */
export function assertChat({ kind }: Session): void {
  if (kind === 'chat') return
  throw failure('INVALID_INPUT', 'pane-started-elsewhere', { field: 'sessionId' })
}

/**
 * Refuses what a temporary chat would leave on the disk: attached files, and an agent, whose program keeps a record of
 * its own.
 * @throws INVALID_INPUT
 */
export function assertFitsTemporary(
  { isTemporary }: Session,
  asked: { attachments: readonly AttachmentPart[]; agentId?: AgentId | undefined },
): void {
  if (isTemporary !== true) return
  if (asked.agentId !== undefined) throw failure('INVALID_INPUT', 'temporary-agent', { field: 'model' })
  if (asked.attachments.length > 0)
    throw failure('INVALID_INPUT', 'temporary-files', { field: 'attachments' })
}

import type { AgentPermission, WorkspaceIsolation } from '../../../shared/agents/agents'
import { failure } from '../../../shared/failures/failure'
import { agentOf } from '../../../shared/models/models'
import type { SessionRow } from './session-rows'

/**
 * Agents of a comparison work side by side, so one that may write needs its own copy of the folder.
 * @throws INVALID_INPUT it would write to the folder itself
 */
export function assertPaneIsIsolated(
  model: string,
  work: {
    permission?: AgentPermission | null | undefined
    isolation?: WorkspaceIsolation | null | undefined
  },
): void {
  const mayWrite = (work.permission ?? 'read-only') !== 'read-only'
  if (!mayWrite || (work.isolation ?? 'same') !== 'same' || agentOf(model) === null) return
  throw failure('INVALID_INPUT', 'agent-isolation-pane', { field: 'isolation' })
}

/**
 * Checks a session like `assertPaneIsIsolated` if it belongs to a pane.
 * @throws INVALID_INPUT
 */
export function assertWorksApart({ kind, model, permission, isolation }: SessionRow): void {
  if (kind === 'pane' && model !== null) assertPaneIsIsolated(model, { permission, isolation })
}

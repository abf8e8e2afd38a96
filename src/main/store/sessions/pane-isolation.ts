import type { AgentPermission, WorkspaceIsolation } from '../../../shared/agents/agents'
import { invalidInput } from '../../../shared/errors'
import { agentOf } from '../../../shared/models/models'

/**
 * Agents of a comparison work side by side: one that may write does so in a folder of its own.
 * @throws INVALID_INPUT it would write into the folder itself
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
  throw invalidInput(
    'isolation',
    'in a comparison, an agent that may write works in a folder of its own. Choose a worktree or a copy for it, or let it only read.',
  )
}

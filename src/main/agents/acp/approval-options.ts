import type { PermissionOption, RequestPermissionResponse } from '@agentclientprotocol/sdk'

import type { ApprovalDecision } from '../../../shared/agents/agents'

/** What an agent is told whose question nobody answers any more. */
export const withdrawn: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }

/**
 * What an agent is told of a decision. It is never allowed more than this one time: Parley itself remembers. Where that
 * is not offered it is denied.
 */
export function approvalAnswer(
  options: readonly PermissionOption[],
  decision: ApprovalDecision,
): RequestPermissionResponse {
  const optionOf = (...kinds: PermissionOption['kind'][]) =>
    kinds.flatMap((kind) => options.filter((option) => option.kind === kind)).at(0)
  const chosen =
    (decision === 'deny' ? undefined : optionOf('allow_once')) ?? optionOf('reject_once', 'reject_always')
  return chosen === undefined ? withdrawn : { outcome: { outcome: 'selected', optionId: chosen.optionId } }
}

import type { PermissionOptionKind, RequestPermissionResponse } from '@agentclientprotocol/sdk'

import { type ApprovalDecision, isDenial } from '../../../shared/agents/agents'

/** The response to a request that was withdrawn. */
export const withdrawn: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }

/**
 * The response for a decision. Allows at most this one call, because Parley itself remembers consents; denies when the
 * agent does not offer that.
 */
export function approvalAnswer(
  options: readonly { optionId: string; kind: string }[],
  decision: ApprovalDecision,
): RequestPermissionResponse {
  const optionOf = (...kinds: PermissionOptionKind[]) =>
    kinds.flatMap((kind) => options.filter((option) => option.kind === kind)).at(0)
  const chosen =
    (isDenial(decision) ? undefined : optionOf('allow_once')) ?? optionOf('reject_once', 'reject_always')
  return chosen === undefined ? withdrawn : { outcome: { outcome: 'selected', optionId: chosen.optionId } }
}

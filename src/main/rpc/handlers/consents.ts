import { ParleyError } from '../../../shared/errors'
import type { ActiveRuns } from '../../runs/active-runs'
import type { ConsentStore } from '../../sessions/consents'
import type { RouteHandlers } from '../router'

/** `approvals.*` and `consents.*`: what agents ask before they act, and what they were allowed for good. */
export function consentHandlers(deps: { active: ActiveRuns; consents: ConsentStore }) {
  const { active, consents } = deps
  return {
    'approvals.answer': ({ approvalId, decision }) => {
      if (!active.answerApproval(approvalId, decision)) throw approvalNotFound(approvalId)
      return {}
    },
    'consents.list': () => ({ consents: consents.list() }),
    'consents.remove': ({ consentId }) => ({ removed: consents.remove(consentId) }),
  } satisfies Partial<RouteHandlers>
}

function approvalNotFound(approvalId: string): ParleyError {
  return new ParleyError(
    'NOT_FOUND',
    'Nobody waits for this decision any more: it was made elsewhere, or the answer has ended.',
    { data: { approvalId } },
  )
}

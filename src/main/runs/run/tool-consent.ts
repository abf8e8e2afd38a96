import type { SessionId } from '../../../shared/ids'
import type { ErrorSink } from '../../errors/error-sink'
import type { RecalledConsent, ToolConsents } from '../../store/tools/tool-consents'
import type { LookUpConsent } from './pending-approvals'

/** Stored decisions about the calls that a model makes in this chat or pane. */
export function lookUpToolConsent(
  { consents, errors }: { consents: Pick<ToolConsents, 'recall' | 'remember'>; errors: ErrorSink },
  sessionId: SessionId,
): LookUpConsent {
  return ({ subject }) => {
    if (subject === undefined) return null
    let recalled: RecalledConsent = { decision: null, changedSince: null }
    try {
      recalled = consents.recall(sessionId, subject)
    } catch (error) {
      // If decisions cannot be read, the user is asked.
      errors.warning('store', error)
    }
    return {
      decided: recalled.decision,
      changedSince: recalled.changedSince ?? undefined,
      remember: (decision) => consents.remember(sessionId, subject, decision),
    }
  }
}

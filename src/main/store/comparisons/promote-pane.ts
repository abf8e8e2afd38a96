import type { ComparisonId, PaneId } from '../../../shared/ids'
import { parseModelRef } from '../../../shared/models/models'
import type { Session } from '../../../shared/sessions/sessions'
import type { SessionOperations } from '../sessions/session-operations'
import { untitledComparison } from './comparison-rows'
import type { ComparisonStore } from './comparison-store'

/**
 * Copies a pane, with every branch, into a chat named after the model and the comparison. The pane stays.
 * @throws NOT_FOUND, RUN_ACTIVE, STORE_FULL
 */
export function promotePane(
  deps: { store: ComparisonStore; operations: SessionOperations },
  comparisonId: ComparisonId,
  paneId: PaneId,
): Promise<Session> {
  const { sessionId, model } = deps.store.paneOf(comparisonId, paneId)
  const { title } = deps.store.summary(comparisonId)
  const name = parseModelRef(model)?.modelId ?? model
  const isTitled = title !== untitledComparison
  return deps.operations.duplicate(sessionId, isTitled ? `${name} · ${title}` : undefined)
}

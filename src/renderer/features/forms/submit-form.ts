import type { ErrorData } from '../../../shared/errors'
import type { SessionId } from '../../../shared/ids'
import type { AppState } from '../../state/app/app-state'

/**
 * Submits a form to the run that waits for it, otherwise to a new one, which in a pane belongs to this window. Resolves
 * with null when main has accepted it, otherwise with the refusal, which names invalid fields in `data.errors`.
 */
export async function submitForm(
  app: Pick<AppState, 'chat' | 'comparisons' | 'conversations'>,
  sessionId: SessionId,
  formId: string,
  values: Record<string, unknown>,
): Promise<ErrorData | null> {
  const inPane = app.comparisons.paneOf(sessionId)
  if (inPane === null) return app.chat.submitForm(sessionId, formId, values)
  const isWaitedFor = () =>
    app.conversations
      .of(sessionId)
      .store.getState()
      .live?.snapshot.pending.forms.some((form) => form.formId === formId) === true
  if (isWaitedFor()) {
    const refusal = await app.chat.submitForm(sessionId, formId, values)
    // If its run has ended in the meantime, a new one can still answer it.
    if (refusal === null || isWaitedFor()) return refusal
  }
  return inPane.comparison.submitForm(inPane.pane, formId, values)
}

import type { RunForms } from '../../../runs/forms/run-forms'
import type { RouteHandlers, StreamHandlers } from '../../router'

/** `forms.*`: forms that users fill in. */
export function formHandlers(forms: RunForms) {
  return {
    routes: {
      'forms.submit': (input) => forms.submit(input),
      'forms.dismiss': ({ sessionId, formId }) => ({ runId: forms.dismiss(sessionId, formId) }),
    } satisfies Partial<RouteHandlers>,
    streams: {} satisfies Partial<StreamHandlers>,
  }
}

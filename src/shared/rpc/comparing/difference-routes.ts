import { z } from 'zod'

import { type AnswerDifferences, maxComparedAnswers } from '../../differences/differences'
import { route } from '../definitions/define-route'
import { messageId } from '../definitions/fields'

/** Routes that compare answers without a model. */
export const differenceRoutes = {
  /**
   * What differs between two messages, or among three to eight. Ranges refer to `texts`, the visible texts in the order
   * of `messageIds`.
   * @throws NOT_FOUND, TIMEOUT
   */
  'differences.get': route(
    z.object({ messageIds: z.array(messageId).min(2).max(maxComparedAnswers) }),
  ).returns<{ texts: string[]; differences: AnswerDifferences }>(),
  /**
   * Called when the user is about to ask for differences, so that the first comparison does not wait for the thread to
   * start.
   */
  'differences.prepare': route(z.object({})).returns<Record<string, never>>(),
}

import { z } from 'zod'

import { type AnswerDifferences, maxComparedAnswers } from '../../differences/differences'
import type { RowJudgement } from '../../differences/row-judgement'
import { route } from '../definitions/define-route'
import { messageId, modelRef } from '../definitions/fields'

const place = z.number().int().min(0)
const range = z.tuple([place, place]).nullable()

/** Routes that compare answers; only `differences.judge` asks a model. */
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
   * Has `model` judge one row of the differences: which of its passages is best. It reads the question and the passages,
   * without names, in this order and in the reverse one: two requests, which count as spending. Cancelling the call
   * cancels them. Refused while the contestants are hidden.
   * @throws NOT_FOUND, LIMIT_REACHED, what the provider failed with; INVALID_INPUT the model is an agent, or the row has
   * fewer than two passages, or too long ones
   */
  'differences.judge': route(
    z.object({
      passages: z.array(z.object({ messageId, range })).min(2).max(maxComparedAnswers),
      model: modelRef,
    }),
  ).returns<RowJudgement>(),
  /**
   * Called when the user is about to ask for differences, so that the first comparison does not wait for the thread to
   * start.
   */
  'differences.prepare': route(z.object({})).returns<Record<string, never>>(),
}

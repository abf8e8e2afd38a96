import { z } from 'zod'

import { type AnswerDifferences, maxComparedAnswers, maxConflicts } from '../../differences/differences'
import { maxJudgedChars, type RowJudgement, type RowVerdict } from '../../differences/row-judgement'
import { route } from '../definitions/define-route'
import { messageId } from '../definitions/fields'
import { modelRef } from '../../models/schema'

const place = z.number().int().min(0)
const range = z.tuple([place, place]).nullable()

/** Routes that compare answers; only `differences.judge` asks a model. */
export const differenceRoutes = {
  /**
   * The differences among two to eight messages. Ranges refer to `texts`, the visible texts in the
   * order of `messageIds`; `verdicts` are those of models on conflicts between these messages, oldest first.
   * @throws NOT_FOUND, TIMEOUT
   */
  'differences.get': route(() =>
    z.object({ messageIds: z.array(messageId).min(2).max(maxComparedAnswers) }),
  ).returns<{ texts: string[]; differences: AnswerDifferences; verdicts: RowVerdict[] }>(),
  /**
   * Lets `model` judge one conflict: which of its passages is best. It reads the question and the
   * passages, without names, in this order and in the reverse one: two requests, which count as spending. Cancelling
   * the call cancels them. The verdict is stored with the comparison, instead of an earlier one on the same passages.
   * Refused while the contestants are hidden.
   * @throws NOT_FOUND, LIMIT_REACHED, the provider's error; INVALID_INPUT the model is an agent, or there are fewer
   * than two passages, or too long ones
   */
  'differences.judge': route(() =>
    z.object({
      passages: z.array(z.object({ messageId, range })).min(2).max(maxComparedAnswers),
      model: modelRef,
    }),
  ).returns<RowJudgement>(),
  /**
   * The expected cost of judging conflicts with `model` in US dollars: for each one, whose passages have `chars` characters
   * in all. Null if no price is known. `messageId` is one of the answers.
   * @throws NOT_FOUND, INVALID_INPUT the model is an agent
   */
  'differences.estimateJudge': route(() =>
    z.object({
      messageId,
      model: modelRef,
      chars: z.array(z.number().int().min(0).max(maxJudgedChars)).max(maxConflicts),
    }),
  ).returns<{ costsUsd: number[] | null }>(),
  /**
   * Called when the user is about to ask for differences, so that the first comparison does not wait for the thread to
   * start.
   */
  'differences.prepare': route(() => z.object({})).returns<Record<string, never>>(),
}

import { z } from 'zod'

import {
  maxJudgedChars,
  type RowJudgement,
  type RowVerdict,
  rowVerdictKinds,
} from '../../../../shared/differences/row-judgement'
import type { TextRange } from '../../../../shared/differences/differences'
import { paneLimits } from '../../../../shared/sessions/sessions'
import { parleyPlace, type ParleyPlace } from './parley-places'
import { nullableAmount, shape, shortText, time } from './parley-shapes'

/** A model's verdict on a row of the differences, as the file of a comparison names it. */
export interface ParleyVerdict extends Omit<RowVerdict, 'passages' | 'judgement'> {
  passages: (ParleyPlace & { range: TextRange | null })[]
  judgement: Omit<RowJudgement, 'unread'>
}

const index = z.number().int().min(0)

/** A model's verdict on a row: the best passage is one of those that it read. */
export const parleyVerdict: z.ZodType<ParleyVerdict> = shape<ParleyVerdict>()({
  passages: z
    .array(
      shape<ParleyVerdict['passages'][number]>()({
        ...parleyPlace,
        range: z
          .tuple([index, index])
          .refine(([from, to]) => from <= to && to - from <= maxJudgedChars, 'not a range')
          .nullable(),
      }),
    )
    .min(2)
    .max(paneLimits.max),
  model: shortText.min(1),
  judgement: shape<ParleyVerdict['judgement']>()({
    verdict: z.enum(rowVerdictKinds),
    best: index.nullable(),
    whys: z.array(shortText).max(2),
    costUsd: nullableAmount,
  }),
  judgedAt: time,
}).refine(
  ({ passages, judgement: { verdict, best } }) =>
    verdict === 'best' ? best !== null && best < passages.length : best === null,
  { path: ['judgement'] },
)

import { z } from 'zod'

import type { MessageId } from '../../../../shared/ids'
import {
  type MergedStatement,
  type Part,
  type StatementSource,
  withoutStatements,
} from '../../../../shared/sessions/messages'
import { nullableAmount, shape, shortText, text, time } from './parley-shapes'
import {
  maxJudgedChars,
  type RowJudgement,
  type RowVerdict,
  rowVerdictKinds,
} from '../../../../shared/differences/row-judgement'
import type { TextRange } from '../../../../shared/differences/differences'
import { paneLimits } from '../../../../shared/sessions/sessions'

/** A message of a comparison's file: the pane by its number from 0, the message by its key in the chat of that pane. */
export interface ParleyPlace {
  pane: number
  message: string
}

/** A statement of a merged answer, whose sources are messages of the same file. */
export interface ParleyStatement extends Omit<MergedStatement, 'sources'> {
  sources: (Omit<StatementSource, 'messageId'> & ParleyPlace)[]
}

const index = z.number().int().min(0)

/** The fields of `ParleyPlace`. */
export const parleyPlace = { pane: index, message: text.min(1).max(100) }

/** The most statements of a text, and sources of a statement. */
const maxStatements = 20_000
const maxSources = 100

const statement: z.ZodType<ParleyStatement> = shape<ParleyStatement>()({
  kind: z.enum(['statement', 'conflict']),
  sources: z
    .array(
      shape<ParleyStatement['sources'][number]>()({
        ...parleyPlace,
        sentence: z.number().int().min(1),
        from: index,
        to: index,
      }).refine(({ from, to }) => from <= to, 'ends before it starts'),
    )
    .max(maxSources),
  from: index,
  to: index,
})

/** The statements of a merged text, in order. */
export const parleyStatements = z.array(statement).max(maxStatements)

/** True if the statements cover a text of this length: anything else in it would not be shown. */
export function coversText(statements: readonly { from: number; to: number }[], length: number): boolean {
  let end = 0
  for (const { from, to } of statements) {
    if (from !== end || to < from) return false
    end = to
  }
  return end === length
}

/** A place where the id of a message is expected, until the message has one. */
export function idOfPlace({ pane, message }: ParleyPlace): MessageId {
  return `${pane} ${message}` as MessageId
}

/** The place that `idOfPlace` turned into this. */
export function placeOfId(id: MessageId): ParleyPlace {
  const gap = id.indexOf(' ')
  return { pane: Number(id.slice(0, gap)), message: id.slice(gap + 1) }
}

/**
 * The parts of a message that is not a merge, and so has no sources. A copy of a merge in a pane keeps its statements:
 * votes on it are votes on a merge.
 */
export function withoutSources(parts: readonly Part[], keepsStatements: boolean): Part[] {
  return parts.map((part) => {
    if (part.type !== 'text') return part
    const { statements } = part
    if (!keepsStatements || statements === undefined) return withoutStatements(part)
    return {
      ...withoutStatements(part),
      statements: statements.map((said) => ({ ...said, sources: [] })),
    }
  })
}

/** A model's verdict on a conflict, as the file of a comparison names it. */
export interface ParleyVerdict extends Omit<RowVerdict, 'passages' | 'judgement'> {
  passages: (ParleyPlace & { range: TextRange | null })[]
  judgement: Omit<RowJudgement, 'unread'>
}

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

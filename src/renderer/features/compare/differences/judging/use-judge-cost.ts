import { useMemo } from 'react'

import { type AnswerDifferences, maxGridRows } from '../../../../../shared/differences/differences'
import { maxJudgedChars } from '../../../../../shared/differences/row-judgement'
import { useRequest } from '../../../../state/app/use-request'
import type { VotableAnswer } from '../../answers/use-votable-answers'
import { gridVariants, pairVariants, type RowVariant } from './row-variants'

/** The expected cost of judging the shortest and the longest row, in US dollars; null if unknown. */
export type JudgeCost = { lowUsd: number; highUsd: number } | null

/** Undefined until a model is chosen and its price has been looked up, and where no row can be judged. */
export function useJudgeCost(
  model: string | null,
  found: { differences: AnswerDifferences; texts: readonly string[] } | null,
  answers: readonly VotableAnswer[],
): JudgeCost | undefined {
  const messageId = answers[0]?.answerId
  const asked = useMemo(() => {
    if (model === null || found === null || messageId === undefined) return null
    const chars = rowsIn(found, answers).flatMap((variants) =>
      variants.length < 2 ? [] : [charsOf(variants)],
    )
    if (chars.length === 0) return null
    // The price grows with the length.
    return { model, messageId, chars: [Math.min(...chars), Math.max(...chars)] }
  }, [model, messageId, found, answers])
  const { data, error, isCurrent } = useRequest('differences.estimateJudge', asked)
  if (asked === null || !isCurrent) return undefined
  // Judging fails with the reason.
  if (error !== null || data === null || data.costsUsd === null) return null
  const [lowUsd = 0, highUsd = 0] = data.costsUsd
  return { lowUsd, highUsd }
}

function rowsIn(
  { differences, texts }: { differences: AnswerDifferences; texts: readonly string[] },
  answers: readonly VotableAnswer[],
): RowVariant[][] {
  return differences.kind === 'pair'
    ? differences.rows.map((row) => pairVariants(row, answers))
    : differences.rows.slice(0, maxGridRows).map((row) => gridVariants(row, { answers, texts }))
}

function charsOf(variants: readonly RowVariant[]): number {
  const chars = variants.reduce((sum, { range }) => sum + (range === null ? 0 : range[1] - range[0]), 0)
  return Math.min(chars, maxJudgedChars)
}

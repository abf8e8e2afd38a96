import { useEffect, useMemo, useState } from 'react'

import { type AnswerDifferences, maxGridRows } from '../../../../../shared/differences/differences'
import { maxJudgedChars } from '../../../../../shared/differences/row-judgement'
import { useApp } from '../../../../state/app/use-app'
import type { VotableAnswer } from '../../answers/use-votable-answers'
import { gridVariants, pairVariants, type RowVariant } from './row-variants'

/** What judging a row is expected to cost in US dollars, for the shortest and the longest one; null if unknown. */
export type JudgeCost = { lowUsd: number; highUsd: number } | null

/** Undefined until a model is chosen and its price has been looked up, and where no row can be judged. */
export function useJudgeCost(
  model: string | null,
  found: { differences: AnswerDifferences; texts: readonly string[] } | null,
  answers: readonly VotableAnswer[],
): JudgeCost | undefined {
  const { api } = useApp().environment
  const [known, setKnown] = useState<{ of: unknown; cost: JudgeCost } | null>(null)
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
  useEffect(() => {
    if (asked === null) return undefined
    const leaving = new AbortController()
    const ask = async () => {
      try {
        const { costsUsd } = await api.invoke('differences.estimateJudge', asked, { signal: leaving.signal })
        const [lowUsd = 0, highUsd = 0] = costsUsd ?? []
        setKnown({ of: asked, cost: costsUsd === null ? null : { lowUsd, highUsd } })
      } catch {
        // Judging fails with the reason.
        if (!leaving.signal.aborted) setKnown({ of: asked, cost: null })
      }
    }
    void ask()
    return () => leaving.abort()
  }, [api, asked])
  return asked === null || known?.of !== asked ? undefined : known.cost
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

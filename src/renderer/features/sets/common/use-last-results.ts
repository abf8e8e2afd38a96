import { useMemo } from 'react'

import type { SetPromptId } from '../../../../shared/ids'
import { askedKey, askedPrompt } from '../../../../shared/sets/asked-prompt'
import type { SetPrompt, SetResultRow, SetRun } from '../../../../shared/sets/sets'
import { useResult } from './use-run'

/** How many answers to a prompt passed, in all models and repeats. */
export interface PromptResult {
  passed: number
  judged: number
  /** The same in the run before; null without one. */
  before: { passed: number; judged: number } | null
}

/** The results of these prompts in the last run, compared with the run before. Of equal prompts each has its own. */
export function useLastResults(
  prompts: readonly SetPrompt[],
  [last, before]: readonly SetRun[],
): ReadonlyMap<SetPromptId, PromptResult> {
  const { result } = useResult(last ?? null, before?.id ?? null, null)
  return useMemo(() => {
    const inOrder = (result?.rows ?? []).toSorted((one, other) => one.prompt - other.prompt)
    const rows = Map.groupBy(inOrder, ({ key }) => key)
    return new Map(
      prompts.flatMap((prompt) => {
        const row = rows.get(askedKey(askedPrompt(prompt)))?.shift()
        return row === undefined ? [] : [[prompt.id, resultOf(row)] as const]
      }),
    )
  }, [prompts, result])
}

function resultOf({ cells }: SetResultRow): PromptResult {
  const earlier = cells.flatMap(({ baseline }) => baseline ?? [])
  return { ...summed(cells), before: earlier.length === 0 ? null : summed(earlier) }
}

function summed(cells: readonly { passed: number; judged: number }[]): { passed: number; judged: number } {
  return cells.reduce(
    (sum, { passed, judged }) => ({ passed: sum.passed + passed, judged: sum.judged + judged }),
    { passed: 0, judged: 0 },
  )
}

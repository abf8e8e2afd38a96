import { useMemo } from 'react'

import type { SetRun } from '../../../../shared/sets/sets'
import { useResult } from './use-run'

/** How many answers to a prompt passed, in all models and repeats. */
export interface PromptResult {
  passed: number
  judged: number
  /** The same in the run before; null without one. */
  before: { passed: number; judged: number } | null
}

/** The results of the last run by the beginnings of its prompts, compared with the run before. */
export function useLastResults([last, before]: readonly SetRun[]): ReadonlyMap<string, PromptResult> {
  const { result } = useResult(last ?? null, before?.id ?? null, null)
  return useMemo(() => {
    const rows = result?.rows ?? []
    return new Map(
      rows.map(({ text, cells }) => {
        const earlier = cells.flatMap(({ baseline }) => baseline ?? [])
        return [text, { ...summed(cells), before: earlier.length === 0 ? null : summed(earlier) }]
      }),
    )
  }, [result])
}

function summed(cells: readonly { passed: number; judged: number }[]): { passed: number; judged: number } {
  return cells.reduce(
    (sum, { passed, judged }) => ({ passed: sum.passed + passed, judged: sum.judged + judged }),
    { passed: 0, judged: 0 },
  )
}

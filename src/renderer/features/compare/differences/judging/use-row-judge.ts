import { createContext, useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { JudgedPassage, RowJudgement, RowVerdict } from '../../../../../shared/differences/row-judgement'
import type { ErrorData } from '../../../../../shared/errors'
import { errorDataOf } from '../../../../errors/error-data'
import { useApp } from '../../../../state/app/use-app'
import type { Conflict, TextRange } from '../../../../../shared/differences/differences'
import type { VotableAnswer } from '../../answers/use-votable-answers'

/** The judge of a row with its verdict, or the reason why there is none. */
export type JudgedRow = { model: string; judgement: RowJudgement } | { error: ErrorData }

/** A model that judges conflicts when the user asks for it. */
export interface RowJudge {
  model: string | null
  choose: (model: string) => void
  /** The verdict on these passages. */
  rowOf: (passages: readonly JudgedPassage[]) => { isJudging: boolean; judged: JudgedRow | null }
  /** One row at a time. */
  isBusy: boolean
  /** The cost of all verdicts so far; a lower bound if the cost of one is unknown. */
  spent: { costUsd: number } | { leastCostUsd: number }
  judge: (passages: readonly JudgedPassage[]) => void
  /** Shows verdicts that are stored. */
  recall: (verdicts: readonly RowVerdict[]) => void
  stop: () => void
}

/** Null where no row can be judged, because the contestants are hidden. */
export const RowJudgeContext = createContext<RowJudge | null>(null)

/** Failures are kept as long as the caller is shown; verdicts are stored, because they were paid for. */
export function useRowJudge(): RowJudge {
  const { api } = useApp().environment
  const [model, setModel] = useState<string | null>(null)
  const [rows, setRows] = useState<ReadonlyMap<string, JudgedRow>>(new Map())
  const [judging, setJudging] = useState<string | null>(null)
  const [spent, setSpent] = useState<RowJudge['spent']>({ costUsd: 0 })
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const recall = useCallback((verdicts: readonly RowVerdict[]) => {
    if (verdicts.length === 0) return
    const stored = verdicts.map((verdict) => [keyOf(verdict.passages), verdict] as const)
    setRows((known) => new Map([...known, ...stored]))
  }, [])
  return useMemo(() => {
    const ask = async (judge: string, passages: readonly JudgedPassage[]) => {
      const key = keyOf(passages)
      const cancel = new AbortController()
      const keep = (row: JudgedRow) => setRows((known) => new Map(known).set(key, row))
      leaving.current = cancel
      setJudging(key)
      try {
        const input = { model: judge, passages: passages.map(plain) }
        const judgement = await api.invoke('differences.judge', input, { signal: cancel.signal })
        keep({ model: judge, judgement })
        setSpent((before) => spentAfter(before, judgement.costUsd))
      } catch (error) {
        if (!cancel.signal.aborted) keep({ error: errorDataOf(error) })
      }
      setJudging(null)
    }
    return {
      model,
      choose: setModel,
      rowOf: (passages) => {
        const key = keyOf(passages)
        return { isJudging: judging === key, judged: rows.get(key) ?? null }
      },
      isBusy: judging !== null,
      spent,
      judge: (passages) => {
        if (model !== null && judging === null) void ask(model, passages)
      },
      recall,
      stop: () => leaving.current?.abort(),
    }
  }, [api, model, rows, judging, spent, recall])
}

function spentAfter(before: RowJudge['spent'], costUsd: number | null): RowJudge['spent'] {
  const known = ('costUsd' in before ? before.costUsd : before.leastCostUsd) + (costUsd ?? 0)
  return 'costUsd' in before && costUsd !== null ? { costUsd: known } : { leastCostUsd: known }
}

function plain({ messageId, range }: JudgedPassage): { messageId: string; range: [number, number] | null } {
  return { messageId, range: range && [range[0], range[1]] }
}

function keyOf(passages: readonly JudgedPassage[]): string {
  return passages.map(({ messageId, range }) => `${messageId} ${range?.join('-') ?? ''}`).join(' ')
}

/** The sentence of a side of a conflict, with the letters of its answers. */
export interface RowVariant extends JudgedPassage {
  range: TextRange
  letters: string[]
}

/** What a judge of a conflict reads: a sentence of each side. */
export function conflictVariants({ sides }: Conflict, answers: readonly VotableAnswer[]): RowVariant[] {
  return sides.flatMap((side) => {
    const [first] = side
    const messageId = answers[first?.answer ?? -1]?.answerId
    if (first === undefined || messageId === undefined) return []
    const letters = side.map(({ answer }) => answers[answer]?.letter ?? '?')
    return [{ messageId, range: first.sentence, letters }]
  })
}

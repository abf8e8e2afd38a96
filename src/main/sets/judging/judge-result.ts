import type { Judgement } from '../../../shared/sets/judging'
import type { JudgeResult, SetRun } from '../../../shared/sets/sets'
import { countJudgement, judgementIn, noJudgements } from '../../../shared/sets/verdicts'
import type { SetRunStore } from '../../store/sets/set-run-store'
import { placeOf } from '../running/cell-numbers'
import { shapeOf } from './judge-plan'

/** The verdicts of a judge so far, of pairs that it has read in both orders. */
export function judgementsOf(store: SetRunStore, judged: SetRun, judge: Pick<SetRun, 'id'>): Judgement[] {
  const shape = shapeOf(judged)
  const pairs = store.judgedPairs(judge.id)
  const judgements: Judgement[] = []
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const [forth, back] = [store.cells.answer(judge.id, index), store.cells.answer(judge.id, index + 1)]
    const [pair] = pairs.slice(index, index + 1)
    if (pair === undefined || forth === null || back === null) continue
    const { prompt, repeat, model } = placeOf(shape, pair[0])
    const models = [model, placeOf(shape, pair[1]).model] as const
    judgements.push(judgementIn([forth, back], { prompt, repeat, models: [...models] }))
  }
  return judgements
}

/** What a judge says about a run, by prompt. */
export function judgeResult(store: SetRunStore, judged: SetRun, run: SetRun): JudgeResult {
  const rows = Array.from({ length: judged.promptCount }, () => noJudgements(judged.models.length))
  const total = noJudgements(judged.models.length)
  for (const judgement of judgementsOf(store, judged, run)) {
    const row = rows[judgement.prompt]
    if (row !== undefined) countJudgement(row, judgement)
    countJudgement(total, judgement)
  }
  return { run, rows, total }
}

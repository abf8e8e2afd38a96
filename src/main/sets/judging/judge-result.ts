import type { JudgeCount, Judgement, Verdict } from '../../../shared/sets/judging'
import type { JudgeResult, SetRun } from '../../../shared/sets/sets'
import type { CellAnswer } from '../../store/sets/set-cells'
import type { JudgedPair, SetRunStore } from '../../store/sets/set-run-store'
import { placeOf } from '../running/cell-numbers'
import { shapeOf } from './judge-plan'
import { verdictIn } from './judge-prompt'

/** The verdicts of a judge so far, of pairs that it has read in both orders. */
export function judgementsOf(store: SetRunStore, judged: SetRun, judge: Pick<SetRun, 'id'>): Judgement[] {
  const shape = shapeOf(judged)
  const pairs = store.judgedPairs(judge.id)
  const judgements: Judgement[] = []
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const replies = [store.cells.answer(judge.id, index), store.cells.answer(judge.id, index + 1)] as const
    const [pair] = pairs.slice(index, index + 1)
    const [forth, back] = replies
    if (pair === undefined || forth === null || back === null) continue
    judgements.push(judgementOf(pair, [forth, back]))
  }
  return judgements

  function judgementOf(
    [one, other]: JudgedPair,
    [forth, back]: readonly [CellAnswer, CellAnswer],
  ): Judgement {
    const { prompt, repeat, model } = placeOf(shape, one)
    const said = [verdictOf(forth), verdictOf(back)] as const
    return {
      prompt,
      repeat,
      models: [model, placeOf(shape, other).model],
      verdict: combined(said[0]?.better ?? null, said[1]?.better ?? null),
      whys: said.flatMap((each) => (each === null || each.why === '' ? [] : [each.why])),
    }
  }
}

/** What a judge says about a run, by prompt. */
export function judgeResult(store: SetRunStore, judged: SetRun, run: SetRun): JudgeResult {
  const none = (): JudgeCount => ({
    pairs: 0,
    wins: judged.models.map(() => 0),
    ties: 0,
    contradictions: 0,
    unreadable: 0,
  })
  const rows = Array.from({ length: judged.promptCount }, none)
  const total = none()
  for (const judgement of judgementsOf(store, judged, run)) {
    const row = rows[judgement.prompt]
    if (row !== undefined) count(row, judgement)
    count(total, judgement)
  }
  return { run, rows, total }
}

function count(row: JudgeCount, { verdict, models }: Judgement): void {
  if (verdict === 'unreadable') {
    row.unreadable += 1
    return
  }
  row.pairs += 1
  if (verdict === 'first' || verdict === 'second') {
    const winner = models[verdict === 'first' ? 0 : 1]
    row.wins[winner] = (row.wins[winner] ?? 0) + 1
    return
  }
  row.ties += 1
  if (verdict === 'contradiction') row.contradictions += 1
}

function verdictOf({ text, error }: CellAnswer) {
  return error === null ? verdictIn(text) : null
}

type Better = 'first' | 'second' | 'tie' | null

/** The second reply is about the same answers in reverse order. */
function combined(forth: Better, back: Better): Verdict {
  if (forth === null || back === null) return 'unreadable'
  const reversed = { first: 'second', second: 'first', tie: 'tie' } as const
  return forth === reversed[back] ? forth : 'contradiction'
}

import type { Judgement } from '../../../shared/sets/judging'
import type { JudgeResult, SetRun } from '../../../shared/sets/sets'
import { countJudgement, judgementIn, noJudgements } from '../../../shared/sets/verdicts'
import type { CellAnswer, StoredAnswers } from '../../store/sets/stored-answers'
import { cellPlace, type CellPlace } from '../running/cell-numbers'
import { shapeOf } from './judge-plan'

/** Replies of a judge that are read at a time. */
const repliesPerRead = 500

/** The verdicts of a judge so far, of pairs that it has read in both orders; with `prompt`, only those on its answers. */
export function judgementsOf(
  store: StoredAnswers,
  judged: Pick<SetRun, 'promptCount' | 'models' | 'repeats'>,
  { judge, prompt: only = null }: { judge: Pick<SetRun, 'id'>; prompt?: number | null },
): Judgement[] {
  const shape = shapeOf(judged)
  const pairs = store.judgedPairs(judge.id)
  const judgements: Judgement[] = []
  let readUpTo = 0
  let replies: ReadonlyMap<number, CellAnswer> = new Map()
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const pair = pairs[index]
    // A rubric judges one answer at a time.
    if (pair === undefined || pair[0] === pair[1]) continue
    const { prompt, repeat, model } = cellPlace(shape, pair[0])
    if (only !== null && prompt !== only) continue
    if (index >= readUpTo) {
      readUpTo = index + (only === null ? repliesPerRead : 2)
      replies = store.cells.between(judge.id, index, readUpTo)
    }
    const [forth, back] = [replies.get(index), replies.get(index + 1)]
    if (forth === undefined || back === undefined) continue
    const models = [model, cellPlace(shape, pair[1]).model] as const
    judgements.push(judgementIn([forth, back], { prompt, repeat, models: [...models] }))
  }
  return judgements
}

/** Counts the verdicts of a judge, by prompt and in all. */
export function countJudgements(
  judgements: readonly Judgement[],
  judged: Pick<SetRun, 'promptCount' | 'models'>,
): Pick<JudgeResult, 'rows' | 'total'> {
  const rows = Array.from({ length: judged.promptCount }, () => noJudgements(judged.models.length))
  const total = noJudgements(judged.models.length)
  for (const judgement of judgements) {
    const row = rows[judgement.prompt]
    if (row !== undefined) countJudgement(row, judgement)
    countJudgement(total, judgement)
  }
  return { rows, total }
}

/** The number of times a judge prefers an answer to the others; a contradiction is a tie. */
interface AnswerTally {
  wins: number
  ties: number
  losses: number
}

/** Counts a judge's verdicts by answer. Pairs without a readable verdict do not count. */
export function answerTallies(judgements: readonly Judgement[]): (place: CellPlace) => AnswerTally {
  const tallies = new Map<string, AnswerTally>()
  const tallyOf = (place: CellPlace): AnswerTally =>
    tallies.get(keyOf(place)) ?? { wins: 0, ties: 0, losses: 0 }
  const count = (place: CellPlace, result: keyof AnswerTally) => {
    const tally = tallyOf(place)
    tallies.set(keyOf(place), { ...tally, [result]: tally[result] + 1 })
  }
  for (const { prompt, repeat, models, verdict } of judgements) {
    const [first, second] = models.map((model) => ({ prompt, repeat, model }))
    if (first === undefined || second === undefined || verdict === 'unreadable') continue
    count(first, verdict === 'first' ? 'wins' : verdict === 'second' ? 'losses' : 'ties')
    count(second, verdict === 'second' ? 'wins' : verdict === 'first' ? 'losses' : 'ties')
  }
  return tallyOf
}

function keyOf({ prompt, repeat, model }: CellPlace): string {
  return `${prompt} ${repeat} ${model}`
}

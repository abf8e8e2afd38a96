import type { Judgement } from '../../../shared/sets/judging'
import type { CellPlace } from '../running/cell-numbers'

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

import type { IndexedVote } from './checked-vote'
import { increase } from './likelihood'

/** The number of times one contestant was put above, below or level with another one. */
export interface DirectOutcomes {
  wins: number
  losses: number
  ties: number
}

/**
 * Counts what votes say about two contestants directly.
 *
 * In a vote about more than two, a chosen contestant wins against each one shown that is not chosen; in an order, also
 * against those after it; those that tie are level. Everything else says nothing: if a third one is best, neither of
 * two losers beats the other. In the model (`vote-model.ts`), two equally strong contestants win such an outcome with
 * the same chance, no matter who else is shown, as the e-value requires.
 *
 * If a contestant has several answers, only one counts, because one of many is more likely to win. Which one depends
 * neither on the vote nor on where the answers were shown.
 */
export class DirectOutcomeTable {
  private readonly counts: OutcomeSums
  private readonly weights: OutcomeSums

  constructor(votes: readonly IndexedVote[], contestantCount: number) {
    this.counts = new OutcomeSums(contestantCount)
    const isWeighted = votes.some(({ vote }) => vote.weight !== undefined)
    this.weights = isWeighted ? new OutcomeSums(contestantCount) : this.counts
    for (const vote of votes) this.add(vote)
  }

  /** The number of votes. */
  of(one: number, other: number): DirectOutcomes {
    return this.counts.of(one, other)
  }

  /** The same, with every vote counted by its weight: the evidence. */
  evidence(one: number, other: number): DirectOutcomes {
    return this.weights.of(one, other)
  }

  private add({ vote, shown, chosen }: IndexedVote): void {
    const counted = oneAnswerEach(shown, vote.at)
    const isTie = vote.result === 'tie'
    for (const [rank, winner] of chosen.entries()) {
      if (!counted.includes(winner)) continue
      for (const other of counted) {
        if (other === winner) continue
        const otherRank = chosen.indexOf(other)
        const isLevel = isTie && otherRank !== -1
        if (!isLevel && otherRank !== -1 && otherRank < rank) continue
        const [one, two] = [shown[winner] ?? 0, shown[other] ?? 0]
        this.counts.add(one, two, isLevel, 1)
        if (this.weights !== this.counts) this.weights.add(one, two, isLevel, vote.weight ?? 1)
      }
    }
  }
}

class OutcomeSums {
  private readonly count: number
  private readonly wins: Float64Array
  private readonly ties: Float64Array

  constructor(count: number) {
    this.count = count
    this.wins = new Float64Array(count ** 2)
    this.ties = new Float64Array(count ** 2)
  }

  of(one: number, other: number): DirectOutcomes {
    return {
      wins: this.wins[one * this.count + other] ?? 0,
      losses: this.wins[other * this.count + one] ?? 0,
      ties: this.ties[one * this.count + other] ?? 0,
    }
  }

  add(one: number, other: number, isLevel: boolean, amount: number): void {
    increase(isLevel ? this.ties : this.wins, one * this.count + other, amount)
  }
}

/** The places of one answer of each contestant, chosen by the time of the vote, which depends on nothing shown. */
export function oneAnswerEach<Contestant>(shown: readonly Contestant[], at: number): number[] {
  const places = shown.map((_, place) => place)
  // Two answers always belong to two contestants.
  if (shown.length === 2) return places
  return places.filter((place) => {
    const own = places.filter((other) => shown[other] === shown[place])
    return own.length === 1 || own[Math.trunc(at) % own.length] === place
  })
}

import type { IndexedVote } from './checked-vote'

/** How often one contestant was put above, below or level with another one. */
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
 */
export class DirectOutcomeTable {
  private readonly wins: Float64Array
  private readonly ties: Float64Array
  private readonly count: number

  constructor(votes: readonly IndexedVote[], contestantCount: number) {
    this.count = contestantCount
    this.wins = new Float64Array(contestantCount ** 2)
    this.ties = new Float64Array(contestantCount ** 2)
    for (const { vote, shown, chosen } of votes) {
      const isTie = vote.result === 'tie'
      for (const [rank, winner] of chosen.entries()) {
        for (const other of shown) {
          if (other === winner) continue
          const otherRank = chosen.indexOf(other)
          if (isTie && otherRank !== -1) this.increase(this.ties, winner, other)
          else if (otherRank === -1 || otherRank > rank) this.increase(this.wins, winner, other)
        }
      }
    }
  }

  of(one: number, other: number): DirectOutcomes {
    return {
      wins: this.wins[one * this.count + other] ?? 0,
      losses: this.wins[other * this.count + one] ?? 0,
      ties: this.ties[one * this.count + other] ?? 0,
    }
  }

  private increase(counts: Float64Array, one: number, other: number): void {
    const index = one * this.count + other
    counts[index] = (counts[index] ?? 0) + 1
  }
}

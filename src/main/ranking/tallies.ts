import type { IndexedVote } from './checked-vote'

/** Counts for one contestant that need no model. */
export interface Tally {
  /** Votes that ranked it. */
  votes: number
  /** Votes that it won alone. */
  wins: number
  /** The mean known cost of its answers in USD; null if none is known. */
  meanCostUsd: number | null
  /** The cost of its answers in all votes, in USD per win; answers of unknown cost count as the mean of the others. */
  costPerWinUsd: number | null
}

/** Counts votes, wins and costs; answers in votes that found all bad were paid for, too. */
export function talliesOf(votes: readonly IndexedVote[], contestantCount: number): Tally[] {
  const sums = Array.from({ length: contestantCount }, () => ({
    votes: 0,
    wins: 0,
    answers: 0,
    paid: 0,
    costUsd: 0,
  }))
  for (const { vote, shown, chosen } of votes) {
    const winner = vote.result === 'best' || vote.result === 'order' ? chosen[0] : undefined
    shown.forEach((contestant, place) => {
      const sum = sums[contestant]
      if (sum === undefined) return
      sum.answers += 1
      // A contestant with several answers was ranked once.
      if (vote.result !== 'all-bad' && shown.indexOf(contestant) === place) sum.votes += 1
      if (place === winner) sum.wins += 1
      const costUsd = vote.costs?.[place] ?? null
      if (costUsd === null) return
      sum.paid += 1
      sum.costUsd += costUsd
    })
  }
  return sums.map((sum) => {
    const meanCostUsd = sum.paid === 0 ? null : sum.costUsd / sum.paid
    const costPerWinUsd =
      meanCostUsd === null || sum.wins === 0 ? null : (meanCostUsd * sum.answers) / sum.wins
    return { votes: sum.votes, wins: sum.wins, meanCostUsd, costPerWinUsd }
  })
}

import type { IndexedVote } from './checked-vote'

/**
 * Whether the votes determine all strengths without a prior: from every contestant a chain of wins and ties leads to
 * every other one. Otherwise a group that nobody outside it has beaten would be infinitely strong, or two groups
 * have never met.
 *
 * @see https://doi.org/10.2307/2308513 (Ford 1957)
 */
export function isStronglyConnected(votes: readonly IndexedVote[], contestantCount: number): boolean {
  const beaten = Array.from({ length: contestantCount }, () => new Set<number>())
  const beatenBy = Array.from({ length: contestantCount }, () => new Set<number>())
  for (const { vote, shown, chosen } of votes) {
    chosen.forEach((winningPlace, rank) => {
      const winner = shown[winningPlace] ?? 0
      const ahead = vote.result === 'tie' ? [winningPlace] : chosen.slice(0, rank + 1)
      for (const [place, loser] of shown.entries()) {
        if (ahead.includes(place) || loser === winner) continue
        beaten[winner]?.add(loser)
        beatenBy[loser]?.add(winner)
      }
    })
  }
  return reachesAll(beaten) && reachesAll(beatenBy)
}

function reachesAll(next: readonly ReadonlySet<number>[]): boolean {
  const reached = new Set(next.length === 0 ? [] : [0])
  // A set is iterated in the order of insertion, including what is added on the way.
  for (const contestant of reached) for (const other of next[contestant] ?? []) reached.add(other)
  return reached.size === next.length
}

import type { RankedVote } from '../../../shared/ranking/ranking'

/** The number of votes that `a` won, that `b` won, and that found both equal. */
export type Score = readonly [a: string, b: string, wins: number, losses: number, ties?: number]

/** Votes between two, as often as each score says; `a` is shown first in every other one. */
export function votesFrom(scores: readonly Score[]): RankedVote[] {
  return scores.flatMap(([a, b, wins, losses, ties = 0]) => [
    ...repeat(wins, [a, b], [a]),
    ...repeat(losses, [a, b], [b]),
    ...repeat(ties, [a, b], [a, b]),
  ])
}

/** Votes from a table: how often each row beat each column. */
export function winsTable(keys: readonly string[], table: readonly (readonly number[])[]): RankedVote[] {
  return votesFrom(
    table.flatMap((row, one) =>
      row.map((wins, other): Score => [keys[one] ?? '', keys[other] ?? '', one === other ? 0 : wins, 0]),
    ),
  )
}

function repeat(count: number, keys: readonly string[], chosen: readonly string[]): RankedVote[] {
  return Array.from({ length: count }, (_, at) => {
    const shown = at % 2 === 0 ? keys : keys.toReversed()
    const places = chosen.map((key) => shown.indexOf(key))
    return { shown, result: chosen.length === 1 ? 'best' : 'tie', chosen: places, at }
  })
}

import { expect, test } from 'vitest'

import type { RankedVote } from '../../shared/ranking/ranking'
import { mostVoted } from './most-voted'
import { vote } from './testing/some-votes'

/** The vote reduced to `a` and `b`. */
function keptOf(given: RankedVote): [string, readonly string[], readonly number[]] | null {
  const often = Array.from({ length: 9 }, () => vote(['a', 'b'], 'best', ['a']))
  const [left] = mostVoted([given, ...often], 2).votes.filter(({ at }) => at === given.at)
  return left === undefined ? null : [left.result, left.shown, left.chosen]
}

const rare = (shown: string[], result: RankedVote['result'], chosen: string[]) =>
  vote(shown, result, chosen, { at: 1 })

test.each<[string, RankedVote, ReturnType<typeof keptOf>]>([
  ['best of those kept', rare(['x', 'b', 'a'], 'best', ['a']), ['best', ['b', 'a'], [1]]],
  ['another was best', rare(['x', 'b', 'a'], 'best', ['x']), null],
  ['an order', rare(['x', 'b', 'a'], 'order', ['x', 'a', 'b']), ['order', ['b', 'a'], [1, 0]]],
  ['a tie with another', rare(['x', 'b', 'a'], 'tie', ['x', 'b']), ['best', ['b', 'a'], [0]]],
  ['a tie of all', rare(['b', 'x', 'a'], 'tie', ['x', 'b', 'a']), ['tie', ['b', 'a'], [0, 1]]],
  ['all bad', rare(['b', 'x', 'a'], 'all-bad', []), ['all-bad', ['b', 'a'], []]],
  ['nobody else is kept', rare(['x', 'a'], 'best', ['a']), null],
])('a vote about contestants that are not ranked: %s', (_what, given, expected) => {
  expect(keptOf(given)).toEqual(expected)
})

test('keeps the contestants with the most votes, and says how many it leaves out', () => {
  const votes = Array.from({ length: 500 }, (_, index) => vote([`m${index}`, 'often'], 'best', ['often']))
  const few = [...votes, vote(['m7', 'm9'], 'best', ['m7'])]
  const { votes: kept, leftOut } = mostVoted(few, 3)
  expect(new Set(kept.flatMap(({ shown }) => shown))).toEqual(new Set(['often', 'm7', 'm9']))
  expect(leftOut).toBe(498)
  expect(mostVoted(votes, 501)).toEqual({ votes, leftOut: 0 })
})

test('lengths and costs stay with their answers', () => {
  const often = Array.from({ length: 3 }, () => vote(['a', 'b'], 'best', ['a']))
  const given = vote(['a', 'x', 'b'], 'best', ['b'], { at: 1, lengths: [1, 2, 3], costs: [null, 0.2, 0.3] })
  const left = mostVoted([...often, given], 2).votes.find(({ at }) => at === 1)
  expect(left).toMatchObject({ lengths: [1, 3], costs: [null, 0.3], isOrderKnown: false })
})

import { describe, expect, test } from 'vitest'

import type { RankedVote } from '../../shared/ranking/ranking'
import { rankVotes } from './rank-votes'
import { pairOf, strengthOf, times, vote, withoutPrior, withPrior } from './testing/some-votes'
import { votesFrom } from './testing/votes'

/** The outcomes of votes by pair: `a>b` or `a=b`. */
function outcomes(votes: readonly RankedVote[]): Set<string> {
  return new Set(
    withPrior(votes).pairs.flatMap(({ a, b, wins, losses, ties }) => [
      ...(wins > 0 ? [`${a}>${b}`] : []),
      ...(losses > 0 ? [`${b}>${a}`] : []),
      ...(ties > 0 ? [[a, b].toSorted().join('=')] : []),
    ]),
  )
}

/** Every answer is best as often as any other. */
function fairVotes(shown: readonly string[], rounds: number): RankedVote[] {
  return Array.from({ length: rounds * shown.length * 6 }, (_, at) => ({
    shown,
    result: 'best',
    chosen: [Math.floor(at / 6) % shown.length],
    at,
  }))
}

describe('kinds of votes', () => {
  test('counts pairwise outcomes only between the chosen and those they beat', () => {
    const shown = ['a', 'b', 'c', 'd']
    expect(outcomes([vote(shown, 'best', ['c'])])).toEqual(new Set(['c>a', 'c>b', 'c>d']))
    expect(outcomes([vote(shown, 'order', ['c', 'a'])])).toEqual(new Set(['c>a', 'c>b', 'c>d', 'a>b', 'a>d']))
    expect(outcomes([vote(shown, 'tie', ['c', 'a'])])).toEqual(new Set(['a=c', 'c>b', 'c>d', 'a>b', 'a>d']))
    expect(outcomes([vote(shown, 'all-bad', [])])).toEqual(new Set())
  })

  test('an order of which only the best is named is a vote for the best', () => {
    const shown = ['a', 'b', 'c']
    expect(withPrior([vote(shown, 'order', ['b'])])).toEqual(withPrior([vote(shown, 'best', ['b'])]))
  })

  test('complete orders determine a ranking without a prior', () => {
    const votes = [
      ...times(6, vote(['a', 'b'], 'order', ['a', 'b'])),
      ...times(2, vote(['a', 'b'], 'order', ['b', 'a'])),
    ]
    const ranking = withoutPrior(votes)
    expect(strengthOf(ranking, 'a') - strengthOf(ranking, 'b')).toBeCloseTo(Math.log(3), 9)
  })

  test('the last of an order adds nothing, and two shown are the same as an order and as best', () => {
    const shown = ['a', 'b', 'c']
    expect(withPrior([vote(shown, 'order', ['b', 'a', 'c'])])).toEqual(
      withPrior([vote(shown, 'order', ['b', 'a'])]),
    )
    const mixed = votesFrom([['a', 'c', 1, 1, 2]])
    expect(withPrior([...mixed, vote(['a', 'b'], 'order', ['b', 'a'])])).toEqual(
      withPrior([...mixed, vote(['a', 'b'], 'best', ['b'])]),
    )
  })

  test('counts “none is good” with its cost, and ranks nobody by it', () => {
    const votes = votesFrom([['a', 'b', 3, 1]]).map((each) => ({ ...each, costs: [0.02, 0.02] }))
    const ranking = withPrior([...votes, vote(['a', 'b'], 'all-bad', [], { costs: [0.02, 0.02] })])
    const plain = withPrior(votes)
    expect([ranking.allBad, plain.allBad]).toEqual([1, 0])
    expect(ranking.pairs).toEqual(plain.pairs)
    expect(
      ranking.contestants.map(({ votes: count, wins, costPerWinUsd }) => [count, wins, costPerWinUsd]),
    ).toEqual([
      [4, 3, expect.closeTo(0.1 / 3, 12)],
      [4, 1, expect.closeTo(0.1, 12)],
    ])
  })

  test('counts votes with an unknown cost, and reports no cost if none is known', () => {
    const votes = [
      vote(['a', 'b'], 'best', ['a'], { costs: [0.01, null] }),
      vote(['a', 'b'], 'best', ['a'], { costs: [null, null] }),
      vote(['a', 'b'], 'best', ['b']),
    ]
    expect(withPrior(votes).contestants.map(({ key, costPerWinUsd }) => [key, costPerWinUsd])).toEqual([
      ['a', expect.closeTo(0.015, 12)],
      ['b', null],
    ])
  })

  test.each(['normal', 'none'] as const)(
    'a tie of two or of all draws them together (prior: %s)',
    (prior) => {
      const votes = [
        ...votesFrom([
          ['a', 'b', 5, 2, 1],
          ['b', 'c', 4, 3, 1],
          ['a', 'c', 4, 1, 1],
        ]),
        ...times(2, vote(['a', 'b', 'c'], 'best', ['a'])),
        vote(['a', 'b', 'c'], 'tie', ['a', 'b', 'c']),
        // Without a prior, a tie of all says something only if votes about others show how common such ties are.
        ...votesFrom([['b', 'd', 3, 2]]),
        ...times(3, vote(['a', 'b', 'd'], 'best', ['b'])),
      ]
      const gap = (more: readonly RankedVote[]) => {
        const ranking = rankVotes([...votes, ...more], { prior })
        return strengthOf(ranking, 'a') - strengthOf(ranking, 'c')
      }
      expect(gap([vote(['a', 'c'], 'tie', ['a', 'c'])])).toBeLessThan(gap([]))
      expect(gap([vote(['a', 'b', 'c'], 'tie', ['a', 'b', 'c'])])).toBeLessThan(gap([]))
    },
  )

  test.each([
    ['a contestant that was not shown', vote(['a', 'b'], 'best', ['c'])],
    ['one contestant twice', vote(['a', 'a'], 'best', ['a'])],
    ['one that is chosen twice', vote(['a', 'b'], 'tie', ['a', 'a'])],
    ['only one', vote(['a'], 'best', ['a'])],
    ['17 answers', vote('abcdefghijklmnopq'.split(''), 'best', ['a'])],
    ['two best', vote(['a', 'b'], 'best', ['a', 'b'])],
    ['a tie of one', vote(['a', 'b'], 'tie', ['a'])],
    ['an empty order', vote(['a', 'b'], 'order', [])],
    ['all bad, but one chosen', vote(['a', 'b'], 'all-bad', ['a'])],
    ['a length too few', vote(['a', 'b'], 'best', ['a'], { lengths: [1] })],
    ['a length that is no number', vote(['a', 'b'], 'best', ['a'], { lengths: [1, Number.NaN] })],
    ['a negative cost', vote(['a', 'b'], 'best', ['a'], { costs: [1, -1] })],
    ['no weight', vote(['a', 'b'], 'best', ['a'], { weight: 0 })],
  ])('refuses a vote with %s', (_what, bad) => {
    expect(() => withPrior([bad])).toThrow(expect.objectContaining({ name: 'InvariantError' }))
  })
})

describe('more than eight answers', () => {
  const many = 'abcdefghijklmnop'.split('')

  test('are ranked by who is best, with ties among few beside them', () => {
    const votes = [...times(6, vote(many, 'best', ['p'])), vote(['a', 'b', 'c'], 'tie', ['a', 'b'])]
    const ranking = withPrior(votes)
    expect(ranking.contestants.map(({ key }) => key).slice(0, 1)).toEqual(['p'])
    expect(pairOf(ranking, 'p', 'o')).toMatchObject({ wins: 6, losses: 0, ties: 0 })
  })

  test('the best of nine is a Luce choice, as is the best of eight without ties', () => {
    const [eight, nine] = [8, 9].map((count) => {
      const shown = many.slice(0, count)
      const votes = shown.flatMap((key, index) => times(index + 1, vote(shown, 'best', [key])))
      const ranking = withoutPrior(votes)
      return strengthOf(ranking, 'h') - strengthOf(ranking, 'a')
    })
    expect(eight).toBeCloseTo(Math.log(8), 9)
    expect(nine).toBeCloseTo(Math.log(8), 9)
  })

  test('an order is ranked in full', () => {
    const shown = many.slice(0, 10)
    const ranking = withPrior(times(4, vote(shown, 'order', shown)))
    expect(ranking.contestants.map(({ key }) => key)).toEqual(shown)
  })

  test('those that tie are ahead of the others, however many tie', () => {
    for (const count of [2, 7]) {
      const tied = many.slice(0, count)
      const votes = Array.from({ length: 20 }, (_, at) =>
        vote(many, 'tie', tied, { at, isOrderKnown: false }),
      )
      const first = withPrior(votes).contestants.slice(0, count)
      expect(first.map(({ key }) => key)).toEqual(tied)
      for (const { strength } of first) expect(strength).toBeCloseTo(first[0]?.strength ?? Number.NaN, 6)
    }
    const nearlyAll = withPrior(times(3, vote(many, 'tie', many.slice(0, 12))))
    for (const { strength } of nearlyAll.contestants) expect(strength).toBeCloseTo(0, 9)
    expect(pairOf(nearlyAll, 'a', 'p')).toMatchObject({ wins: 3, losses: 0 })
  })
})

describe('a contestant with several answers', () => {
  test.each([
    ['two answers against one', ['a', 'a', 'b']],
    ['four settings against one', ['a', 'b', 'a', 'a', 'a']],
    ['two against one and one', ['c', 'a', 'a', 'b']],
  ])('does not win by their number: %s', (_what, shown) => {
    const ranking = withPrior(fairVotes(shown, 40))
    for (const { strength } of ranking.contestants) expect(Math.abs(strength)).toBeLessThan(0.05)
    for (const pair of ranking.pairs) expect(pair.isSettled).toBe(false)
  })

  test('wins if one of its answers wins, and neither the vote nor the positions decide which one counts', () => {
    const shown = ['a', 'a', 'b']
    const ranking = withPrior([
      vote(shown, 'best', ['a'], { at: 10 }),
      vote(shown, 'best', ['a'], { at: 11 }),
      vote(shown, 'best', ['b'], { at: 12 }),
    ])
    expect(ranking.pairs).toMatchObject([{ wins: 1, losses: 1, ties: 0 }])
  })

  test('is counted once per vote, at the cost of all of its answers', () => {
    const [a] = withPrior([vote(['a', 'b', 'a'], 'best', ['a'], { costs: [0.1, 0.2, 0.3] })]).contestants
    expect([a?.votes, a?.wins, a?.costPerWinUsd]).toEqual([1, 1, expect.closeTo(0.4, 12)])
  })
})

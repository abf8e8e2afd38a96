import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { RankedVote, Ranking } from '../../shared/ranking/ranking'
import { rankVotes } from './rank-votes'
import { anyVotes } from './testing/any-votes'
import { votesFrom } from './testing/votes'
import { withPrior, withoutPrior, vote } from './testing/some-votes'

function strengthOf({ contestants }: Ranking, key: string): number {
  return contestants.find((each) => each.key === key)?.strength ?? Number.NaN
}

function pairOf({ pairs }: Ranking, a: string, b: string) {
  return pairs.find((pair) => pair.a === a && pair.b === b)
}

/** The winning rate of two contestants, of whom one has this strength. */
function asRate(strength = Number.NaN): number {
  return 1 / (1 + Math.exp(-2 * strength))
}

/** What votes say about pairs: `a>b` or `a=b`. */
function outcomes(votes: readonly RankedVote[]): Set<string> {
  return new Set(
    withPrior(votes).pairs.flatMap(({ a, b, wins, losses, ties }) => [
      ...(wins > 0 ? [`${a}>${b}`] : []),
      ...(losses > 0 ? [`${b}>${a}`] : []),
      ...(ties > 0 ? [[a, b].toSorted().join('=')] : []),
    ]),
  )
}

const times = (count: number, one: RankedVote) => Array.from({ length: count }, () => one)

function swap(key: string): string {
  if (key === '__proto__') return ''
  return key === '' ? '__proto__' : key
}

/** The ranking with its numbers rounded to what sums in another order keep. */
function rounded(ranking: Ranking): unknown {
  return JSON.parse(
    JSON.stringify(ranking, (_, value: unknown) =>
      typeof value === 'number' ? Math.round(value * 1e6) / 1e6 + 0 : value,
    ),
  )
}

describe('two contestants', () => {
  test('7 to 3 leads with 89 %, is not settled, and has the exact interval', () => {
    const ranking = withPrior(votesFrom([['a', 'b', 7, 3]]))
    const [a, b] = ranking.contestants
    expect([a?.key, b?.key]).toEqual(['a', 'b'])
    expect(a?.interval.map((bound) => asRate(bound).toFixed(4))).toEqual(['0.3903', '0.8907'])
    expect(asRate(a?.strength)).toBeCloseTo(0.676195537414813, 9)
    expect(b?.interval).toEqual(a?.interval.map((bound) => -bound).toReversed())
    expect(pairOf(ranking, 'a', 'b')).toEqual({
      a: 'a',
      b: 'b',
      wins: 7,
      losses: 3,
      ties: 0,
      probabilityBetter: expect.closeTo(0.88671875, 12),
      eValue: expect.closeTo(0.775757575757576, 9),
      isSettled: false,
      moreVotes: expect.any(Number),
    })
  })

  test('a verdict needs 8 to 0, after which no pair is left to ask', () => {
    const [before, after] = [
      withPrior(votesFrom([['a', 'b', 7, 0]])),
      withPrior(votesFrom([['a', 'b', 8, 0]])),
    ]
    expect([before.pairs[0]?.isSettled, before.next]).toEqual([
      false,
      expect.objectContaining({ a: 'a', b: 'b', reason: 'not-settled' }),
    ])
    expect([after.pairs[0]?.isSettled, after.pairs[0]?.moreVotes, after.next]).toEqual([true, 0, null])
  })

  test('the prior is not used for maximum likelihood', () => {
    const ranking = withoutPrior(votesFrom([['a', 'b', 6, 2]]))
    expect(strengthOf(ranking, 'a') - strengthOf(ranking, 'b')).toBeCloseTo(Math.log(3), 9)
  })
})

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

  test('all bad is counted, costs money and ranks nobody', () => {
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

  test('a cost that is unknown counts like the others, and without any there is none', () => {
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
    ['the same one twice', vote(['a', 'a'], 'best', ['a'])],
    ['one that is chosen twice', vote(['a', 'b'], 'tie', ['a', 'a'])],
    ['only one', vote(['a'], 'best', ['a'])],
    ['nine', vote('abcdefghi'.split(''), 'best', ['a'])],
    ['two best', vote(['a', 'b'], 'best', ['a', 'b'])],
    ['a tie of one', vote(['a', 'b'], 'tie', ['a'])],
    ['an empty order', vote(['a', 'b'], 'order', [])],
    ['all bad, but one chosen', vote(['a', 'b'], 'all-bad', ['a'])],
    ['a length too few', vote(['a', 'b'], 'best', ['a'], { lengths: [1] })],
    ['a length that is no number', vote(['a', 'b'], 'best', ['a'], { lengths: [1, Number.NaN] })],
    ['a negative cost', vote(['a', 'b'], 'best', ['a'], { costs: [1, -1] })],
  ])('refuses a vote with %s', (_what, bad) => {
    expect(() => withPrior([bad])).toThrow(expect.objectContaining({ name: 'InvariantError' }))
  })
})

describe('votes that do not determine a ranking', () => {
  test('no votes make an empty ranking', () => {
    const empty = {
      contestants: [],
      pairs: [],
      tieParameter: null,
      position: null,
      length: null,
      allBad: 0,
      next: null,
    }
    expect([withPrior([]), withoutPrior([])]).toEqual([empty, empty])
  })

  test.each([
    ['one vote', votesFrom([['a', 'b', 1, 0]])],
    ['5 to 0', votesFrom([['a', 'b', 5, 0]])],
    [
      'an unbeaten one among three',
      votesFrom([
        ['a', 'b', 5, 0],
        ['b', 'c', 2, 2],
        ['a', 'c', 9, 0],
      ]),
    ],
    [
      'groups that have not met',
      votesFrom([
        ['a', 'b', 3, 2],
        ['c', 'd', 1, 4],
      ]),
    ],
    [
      'only ties',
      votesFrom([
        ['a', 'b', 0, 0, 9],
        ['b', 'c', 0, 0, 3],
      ]),
    ],
    ['only ties of three', times(6, vote(['a', 'b', 'c'], 'tie', ['a', 'b', 'c']))],
    ['only all bad', times(3, vote(['a', 'b', 'c'], 'all-bad', []))],
  ])('stays finite without a prior: %s', (_what, votes) => {
    for (const { strength, interval } of withoutPrior(votes).contestants) {
      expect(Math.abs(strength)).toBeLessThan(20)
      expect(interval.map((bound) => Math.abs(bound) <= 20)).toEqual([true, true])
      expect(interval[1] - interval[0]).toBeGreaterThan(1)
    }
  })

  test('groups that have not met are each ranked within, and nothing is claimed between them', () => {
    const ranking = withoutPrior(
      votesFrom([
        ['a', 'b', 30, 10],
        ['c', 'd', 30, 10],
      ]),
    )
    expect(strengthOf(ranking, 'a') - strengthOf(ranking, 'b')).toBeCloseTo(Math.log(3), 1)
    expect(pairOf(ranking, 'a', 'c')?.probabilityBetter).toBeCloseTo(0.5, 6)
  })

  test('5 to 0 leads far, with room for error', () => {
    const [first] = withPrior(
      votesFrom([
        ['a', 'b', 5, 0],
        ['b', 'c', 0, 0, 1],
      ]),
    ).contestants
    expect(first?.key).toBe('a')
    expect(first?.strength).toBeLessThan(2)
    expect(first?.interval[0]).toBeLessThan(0.5)
  })

  test.each([
    ['none', 15],
    ['normal', 16],
  ] as const)('intervals are about the mean of all contestants (prior: %s)', (prior, information) => {
    const ranking = rankVotes(
      votesFrom([
        ['a', 'b', 10, 10],
        ['b', 'c', 10, 10],
        ['a', 'c', 10, 10],
      ]).map((each) => ({ ...each, isOrderKnown: false })),
      { prior },
    )
    // Each of three pairs has the information 20/4, so every contrast of three has 15, and 1 from the prior.
    const reach = 1.959964 * Math.sqrt(2 / 3 / information)
    for (const { interval } of ranking.contestants) {
      expect(interval).toEqual([expect.closeTo(-reach, 5), expect.closeTo(reach, 5)])
    }
  })

  test('a cycle leaves all equal', () => {
    const ranking = withPrior(
      votesFrom([
        ['a', 'b', 4, 0],
        ['b', 'c', 4, 0],
        ['c', 'a', 4, 0],
      ]),
    )
    expect(ranking.contestants.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
    for (const { strength } of ranking.contestants) expect(strength).toBeCloseTo(0, 9)
  })

  test('a long chain of clear wins has its maximum, however far apart the ends are', () => {
    const keys = 'abcdefgh'.split('')
    const votes = votesFrom(keys.slice(1).map((key, index) => [keys[index] ?? '', key, 200, 1] as const))
    expect(strengthOf(withoutPrior(votes), 'a') - strengthOf(withoutPrior(votes), 'h')).toBeCloseTo(
      7 * Math.log(200),
      6,
    )
  })
})

describe('any votes', () => {
  test('every number is one that JSON keeps, and every contestant and pair appears once', () => {
    fc.assert(
      fc.property(anyVotes(25), fc.constantFrom('normal', 'none'), (votes, prior) => {
        const ranking = rankVotes(votes, { prior })
        expect(JSON.parse(JSON.stringify(ranking))).toEqual(ranking)
        const keys = new Set(votes.flatMap(({ shown }) => shown))
        expect(new Set(ranking.contestants.map(({ key }) => key))).toEqual(keys)
        expect(ranking.contestants).toHaveLength(keys.size)
        expect(ranking.pairs).toHaveLength((keys.size * (keys.size - 1)) / 2)
        for (const { strength, interval } of ranking.contestants) {
          expect(interval[0]).toBeLessThanOrEqual(strength)
          expect(interval[1]).toBeGreaterThanOrEqual(strength)
        }
        const sum = ranking.contestants.reduce((total, { strength }) => total + strength, 0)
        expect(sum).toBeCloseTo(0, 6)
      }),
      { numRuns: 100, seed: 2 },
    )
  })

  test('the order of the votes does not matter', () => {
    fc.assert(
      fc.property(anyVotes(15), fc.constantFrom('normal', 'none'), (votes, prior) => {
        const [one, other] = [rankVotes(votes, { prior }), rankVotes(votes.toReversed(), { prior })]
        expect(rounded(other)).toEqual(rounded(one))
      }),
      { numRuns: 60, seed: 3 },
    )
  })

  test('names do not matter: swapping two swaps their results', () => {
    fc.assert(
      fc.property(anyVotes(15), fc.constantFrom('normal', 'none'), (votes, prior) => {
        const swapped = votes.map((each) => ({
          ...each,
          shown: each.shown.map(swap),
          chosen: each.chosen.map(swap),
        }))
        const [one, other] = [rankVotes(votes, { prior }), rankVotes(swapped, { prior })]
        for (const { key, strength } of one.contestants) {
          expect(strengthOf(other, swap(key))).toBeCloseTo(strength, 6)
        }
      }),
      { numRuns: 60, seed: 4 },
    )
  })
})

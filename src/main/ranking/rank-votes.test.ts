import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Ranking } from '../../shared/ranking/ranking'
import { rankVotes } from './rank-votes'
import { anyVotes } from './testing/any-votes'
import { pairOf, strengthOf, times, vote, withoutPrior, withPrior } from './testing/some-votes'
import { votesFrom } from './testing/votes'

/** The winning rate of two contestants, of whom one has this strength. */
function asRate(strength = Number.NaN): number {
  return 1 / (1 + Math.exp(-2 * strength))
}

function swap(key: string): string {
  if (key === '__proto__') return ''
  return key === '' ? '__proto__' : key
}

/** Figures that depend on the weights of votes. */
function figures({ contestants, pairs }: Ranking): unknown {
  return [
    contestants.map(({ key, strength, interval }) => [key, strength, interval]),
    pairs.map(({ eValue, probabilityBetter, moreVotes }) => [eValue, probabilityBetter, moreVotes]),
  ]
}

/** The same, but numbers may differ by rounding. */
function closeTo(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeTo)
  return typeof value === 'number' ? expect.closeTo(value, 6) : value
}

/** The ranking, rounded so that the order of summation does not matter. */
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
      favours: 'a',
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

describe('the weight of a vote', () => {
  test('of one half makes two votes equal one, in strengths and evidence, but both are counted', () => {
    const whole = [...votesFrom([['a', 'b', 7, 2, 1]]), vote(['a', 'b', 'c'], 'order', ['a', 'c'])]
    const halves = [...whole, ...whole].map((each) => ({ ...each, weight: 0.5 }))
    const [one, two] = [withPrior(whole), withPrior(halves)]
    expect(figures(two)).toEqual(closeTo(figures(one)))
    expect(pairOf(two, 'a', 'b')).toMatchObject({ wins: 16, losses: 4, ties: 2 })
  })

  test('decides whom a pair favours, not the number of votes', () => {
    const repeated = votesFrom([['a', 'b', 10, 0]]).map((each) => ({ ...each, weight: 0.1 }))
    const ranking = withPrior([...repeated, ...votesFrom([['b', 'a', 9, 0]])])
    expect(pairOf(ranking, 'b', 'a')).toMatchObject({ wins: 9, losses: 10, favours: 'a', isSettled: false })
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

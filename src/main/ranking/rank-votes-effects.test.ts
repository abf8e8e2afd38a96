import { describe, expect, test } from 'vitest'

import { votesFrom } from './testing/votes'
import { withPrior, withoutPrior, vote } from './testing/some-votes'

describe('position and length', () => {
  const rivals = votesFrom([
    ['a', 'b', 10, 10],
    ['b', 'c', 10, 10],
    ['c', 'a', 10, 10],
  ])

  test('a user who prefers what is shown first does not make anyone stronger', () => {
    const votes = rivals.map((each) => ({ ...each, chosen: [0] }))
    const { position, contestants } = withPrior(votes)
    expect(position?.interval[0]).toBeGreaterThan(0.5)
    expect(position?.isShown).toBe(true)
    for (const { strength } of contestants) expect(Math.abs(strength)).toBeLessThan(0.05)
    expect(withoutPrior(votes).position).toBeNull()
  })

  test('votes without a known order say nothing about position', () => {
    const votes = rivals.map((each) => ({ ...each, chosen: [0], isOrderKnown: false }))
    expect(withPrior(votes).position).toBeNull()
    expect(withPrior([...votes, ...rivals.slice(0, 49)]).position?.isShown).toBe(false)
    expect(withPrior([...votes, ...rivals.slice(0, 50)]).position?.isShown).toBe(true)
  })

  test('a user who prefers long answers does not make their authors stronger', () => {
    const votes = rivals.map((each) => ({
      ...each,
      lengths: each.shown.map((_, place) => (each.chosen.includes(place) ? 2_000 : 1_000)),
    }))
    const { length } = withPrior(votes)
    expect(length?.interval[0]).toBeGreaterThan(0.5)
    expect(length?.isShown).toBe(true)
    expect([withPrior(rivals).length, withoutPrior(votes).length]).toEqual([null, null])
  })

  test('an empty answer against a huge one does not decide the length effect', () => {
    const lengths = [0, 1e9]
    const votes = [...rivals, vote(['a', 'b'], 'best', ['b'], { lengths })]
    expect(withPrior(votes).length?.coefficient).toBeLessThan(1)
  })
})

describe('the next pair', () => {
  test('is one that was never compared, if all others are well known', () => {
    const votes = votesFrom([
      ['a', 'b', 30, 20],
      ['b', 'c', 20, 20],
      ['c', 'd', 20, 20],
      ['d', 'b', 20, 20],
    ])
    expect(withPrior(votes).next).toMatchObject({ reason: 'never-compared' })
  })

  test('is about the top, not about the losers', () => {
    const votes = votesFrom([
      ['a', 'b', 6, 5],
      ['a', 'c', 9, 1],
      ['a', 'd', 9, 1],
      ['b', 'c', 9, 1],
      ['b', 'd', 9, 1],
      ['c', 'd', 2, 2],
    ])
    expect(withPrior(votes).next).toMatchObject({ a: 'a', b: 'b', reason: 'not-settled', costUsd: null })
  })

  test('is the cheaper pair among equal ones', () => {
    const costs = new Map([
      ['a', 0.05],
      ['b', 0.02],
      ['c', 0.01],
    ])
    const votes = votesFrom([
      ['a', 'b', 2, 2],
      ['b', 'c', 2, 2],
      ['c', 'a', 2, 2],
    ]).map((each) => ({
      ...each,
      costs: each.shown.map((key) => costs.get(key) ?? null),
    }))
    const { next } = withPrior(votes)
    expect([next?.a, next?.b]).toEqual(['b', 'c'])
    expect(next?.costUsd).toBeCloseTo(0.03, 12)
    expect(next?.expectedStandardDeviation).toBeLessThan(next?.standardDeviation ?? 0)
  })
})

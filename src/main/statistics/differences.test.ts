import { expect, test } from 'vitest'

import { cohensKappa, kappaWithInterval, type RatedPair } from './agreement'
import { poweredShare } from './powered-share'
import { seededRandom } from '../base/seeded-random'
import { fisherTest, holm, pairedDifference, promptsToFind, signFlipTest, smallestFound } from './differences'
import { shareOf, wilson } from './shares'

const pair = (one: number, other: number) => ({
  one: { passed: one, judged: 1 },
  other: { passed: other, judged: 1 },
})

/** Prompts of a table of pairs: both pass, only the first, only the second, none. */
function table(both: number, first: number, second: number, none: number) {
  return [
    ...Array.from({ length: both }, () => pair(1, 1)),
    ...Array.from({ length: first }, () => pair(1, 0)),
    ...Array.from({ length: second }, () => pair(0, 1)),
    ...Array.from({ length: none }, () => pair(0, 0)),
  ]
}

const digits = (value: number, count = 4) => value.toFixed(count)

// Newcombe 1998, two-sided confidence intervals for the single proportion, method 3
test.each([
  [81, 263, '0.2553', '0.3662'],
  [15, 148, '0.0624', '0.1605'],
  [0, 20, '0.0000', '0.1611'],
  [1, 29, '0.0061', '0.1718'],
])('Wilson’s interval of %d of %d is as published', (passed, judged, low, high) => {
  expect(wilson(passed / judged, judged).map((limit) => digits(limit))).toEqual([low, high])
})

// Fagerland, Lydersen and Laake 2017, Statistical Analysis of Contingency Tables, chapter 8: Cavo et al. 2012, Bentur et al. 2009
test('Newcombe’s paired interval and McNemar’s exact test are as published', () => {
  const cavo = pairedDifference(table(59, 6, 16, 80))
  expect(digits(cavo?.difference ?? 0)).toBe('-0.0621')
  expect(cavo?.interval.map((limit) => digits(limit))).toEqual(['-0.1186', '-0.0046'])
  expect(digits(cavo?.pValue ?? 0, 6)).toBe('0.052479')
  expect(digits(pairedDifference(table(1, 1, 7, 12))?.pValue ?? 0)).toBe('0.0703')
})

test('Fisher’s exact test is as published', () => {
  // The lady tasting tea (Fisher 1935), two-sided.
  expect(digits(fisherTest({ passed: 3, judged: 4 }, { passed: 1, judged: 4 }))).toBe('0.4857')
  expect(fisherTest({ passed: 2, judged: 2 }, { passed: 2, judged: 2 })).toBe(1)
})

test('Cohen’s kappa is as published', () => {
  // Fleiss, Levin and Paik 2003, table 18.1: two raters, 100 patients, three diagnoses.
  const counts = [
    [75, 1, 4],
    [5, 4, 1],
    [0, 0, 10],
  ]
  expect(digits(cohensKappa(ratedPairs(counts), 3) ?? 0, 3)).toBe('0.676')
  expect(cohensKappa([[1, 1]], 3)).toBeNull()
})

const ratedPairs = (counts: readonly (readonly number[])[]) =>
  counts.flatMap((row, one) =>
    row.flatMap((count, other) => Array.from({ length: count }, (): RatedPair => [one, other])),
  )

test('weighted kappa is as published, and its interval has the published width', () => {
  // Cohen 1968, table 1: 200 cases, three diagnoses, with his weights.
  const diagnoses = ratedPairs([
    [88, 10, 2],
    [14, 40, 6],
    [18, 10, 12],
  ])
  const weights = [
    [0, 1, 3],
    [1, 0, 6],
    [3, 6, 0],
  ]
  expect(digits(cohensKappa(diagnoses, 3) ?? 0, 3)).toBe('0.492')
  expect(digits(cohensKappa(diagnoses, 3, (one, other) => weights[one]?.[other] ?? 0) ?? 0, 3)).toBe('0.348')

  // Friendly and Meyer 2016, 91 couples (Hout, Duncan and Sobel 1987), Fleiss-Cohen weights: 0.332, error 0.0973.
  const couples = ratedPairs([
    [7, 7, 2, 3],
    [2, 8, 3, 7],
    [1, 5, 4, 9],
    [2, 8, 9, 14],
  ])
  expect(digits(cohensKappa(couples, 4) ?? 0, 3)).toBe('0.129')
  const found = kappaWithInterval(
    couples.map((rated) => [rated]),
    4,
  )
  expect(digits(found?.kappa ?? 0, 3)).toBe('0.332')
  const [low = 0, high = 0] = found?.interval ?? []
  expect((high - low) / 2 / 1.96).toBeCloseTo(0.0973, 2)
})

const widthOf = (clusters: RatedPair[][]) => {
  const [low, high] = kappaWithInterval(clusters, 2)?.interval ?? [0, 0]
  return high - low
}

test('the interval of kappa is wider for alike pairs of few clusters, and never certain', () => {
  const alike = Array.from({ length: 5 }, (_, prompt) =>
    Array.from({ length: 6 }, (): RatedPair => (prompt < 3 ? [1, 1] : prompt < 4 ? [0, 0] : [0, 1])),
  )
  const apart = alike.flat().map((rated) => [rated])
  expect(widthOf(alike)).toBeGreaterThan(1.3 * widthOf(apart))
  const same = Array.from({ length: 20 }, (_, index): RatedPair[] => [[index % 2, index % 2]])
  expect(kappaWithInterval(same, 2)).toMatchObject({ kappa: 1 })
  expect(kappaWithInterval(same, 2)?.interval[0]).toBeLessThan(0.8)
  expect(kappaWithInterval([[[1, 1]]], 2)).toBeNull()
})

test('a judge that is right makes up for labels, and one that guesses for none', () => {
  const labels = Array.from({ length: 40 }, (_, index) => Number(index % 5 < 3))
  const right = labels.map((label) => ({ label, judged: label }))
  const guessing = labels.map((label, index) => ({ label, judged: index % 2 }))
  const others = Array.from({ length: 400 }, (_, index) => index % 2)
  const [helped, alone] = [poweredShare(right, others), poweredShare(guessing, others)]
  // The labels are 60 %, the verdicts on the others 50 %.
  expect(helped?.share).toBeLessThan(0.53)
  expect(helped?.savedLabels).toBeGreaterThan(100)
  expect(alone?.share).toBeCloseTo(0.6)
  expect(alone?.savedLabels).toBeLessThan(3)
  expect(poweredShare(right.slice(0, 1), others)).toBeNull()
  expect(poweredShare(right, [])?.share).toBe(0.6)
})

test('a corrected p-value is not below that of a smaller one', () => {
  expect(holm([0.04, 0.01, 0.03]).map((each) => digits(each, 2))).toEqual(['0.06', '0.03', '0.06'])
})

test('repeats of a prompt count as more than one answer only as far as they differ', () => {
  const alike = shareOf([
    ...Array.from({ length: 5 }, () => ({ passed: 4, judged: 4 })),
    ...Array.from({ length: 5 }, () => ({ passed: 0, judged: 4 })),
  ])
  const mixed = shareOf(Array.from({ length: 10 }, () => ({ passed: 2, judged: 4 })))
  expect(alike?.interval).toEqual(wilson(0.5, 10))
  expect(mixed?.interval).toEqual(wilson(0.5, 10))
  const varied = shareOf([1, 2, 3, 2, 1, 3, 2, 2, 3, 1].map((passed) => ({ passed, judged: 4 })))
  expect(varied?.interval).toEqual(wilson(0.5, 40))
})

test('many differences are tested by the normal distribution, close to the exact test', () => {
  const [exact, normal] = [62, 63].map((against) =>
    signFlipTest([...Array.from({ length: 88 }, () => 1), ...Array.from({ length: against }, () => -1)]),
  )
  expect(Math.abs((normal ?? 1) - (exact ?? 0))).toBeLessThan(0.02)
  expect(signFlipTest([])).toBe(1)
  // Eighths are rounded alike on both sides.
  const eighths = Array.from({ length: 20 }, () => 1 / 8)
  expect(signFlipTest(eighths.map((each) => -each))).toBe(signFlipTest(eighths))
})

test('a forecast and its inverse agree', () => {
  expect(promptsToFind(0.25, smallestFound(0.25, 80) * 1.0001)).toBe(80)
})

test('two equal models are told apart in at most one of twenty runs', () => {
  const random = seededRandom('equal models')
  let apart = 0
  for (let run = 0; run < 500; run += 1) {
    const pairs = Array.from({ length: 25 }, () => {
      const chance = random.below(1_000)
      const count = () => ({ passed: [1, 2, 3].filter(() => random.below(1_000) < chance).length, judged: 3 })
      return { one: count(), other: count() }
    })
    if ((pairedDifference(pairs)?.pValue ?? 1) < 0.05) apart += 1
  }
  expect(apart).toBeLessThanOrEqual(25 + 2 * 5)
})

import { expect, test } from 'vitest'

import type { RankedVote } from '../../shared/ranking/ranking'
import { contestantsOf, indexVotes } from './checked-vote'
import { fitVotes } from './fit'
import { rankVotes } from './rank-votes'
import { votesFrom, winsTable } from './testing/votes'

/** Maximum likelihood estimates relative to one contestant, with their standard errors, to `digits`. */
function relativeTo(
  reference: string,
  votes: readonly RankedVote[],
  digits: number,
): Record<string, string[]> {
  const keys = contestantsOf(votes)
  const { parameters, covariance, model } = fitVotes(indexVotes(votes, keys), keys.length, { prior: 'none' })
  const base = keys.indexOf(reference)
  const at = (row: number, column: number) => covariance[row * model.parameterCount + column] ?? Number.NaN
  return Object.fromEntries(
    keys.map((key, index) => {
      const estimate = (parameters[index] ?? Number.NaN) - (parameters[base] ?? Number.NaN)
      const error = Math.sqrt(at(index, index) + at(base, base) - 2 * at(index, base))
      return [key, [estimate.toFixed(digits), error.toFixed(digits)]]
    }),
  )
}

/** The strengths as odds, with the geometric mean 1. */
function odds(votes: readonly RankedVote[]): Map<string, number> {
  const { contestants } = rankVotes(votes, { prior: 'none' })
  return new Map(contestants.map(({ key, strength }) => [key, Math.exp(strength)]))
}

test('baseball 1987, as in Agresti and in R’s BradleyTerry2', () => {
  const teams = ['Baltimore', 'Boston', 'Cleveland', 'Detroit', 'Milwaukee', 'New York', 'Toronto']
  const votes = winsTable(teams, [
    [0, 1, 7, 4, 2, 3, 1],
    [12, 0, 7, 2, 6, 7, 6],
    [6, 6, 0, 4, 4, 6, 5],
    [9, 11, 9, 0, 6, 5, 7],
    [11, 7, 9, 7, 0, 7, 9],
    [10, 6, 7, 8, 6, 0, 6],
    [12, 7, 8, 6, 4, 7, 0],
  ])
  expect(relativeTo('Baltimore', votes, 4)).toEqual({
    Baltimore: ['0.0000', '0.0000'],
    Boston: ['1.1077', '0.3339'],
    Cleveland: ['0.6839', '0.3319'],
    Detroit: ['1.4364', '0.3396'],
    Milwaukee: ['1.5814', '0.3433'],
    'New York': ['1.2476', '0.3359'],
    Toronto: ['1.2945', '0.3367'],
  })
})

test('Stigler’s citations between journals of statistics', () => {
  const journals = ['Biometrika', 'Comm. Statist.', 'JASA', 'JRSS-B']
  const votes = winsTable(journals, [
    [0, 730, 498, 221],
    [33, 0, 68, 17],
    [320, 813, 0, 142],
    [284, 276, 325, 0],
  ])
  expect(relativeTo('Biometrika', votes, 5)).toEqual({
    Biometrika: ['0.00000', '0.00000'],
    'Comm. Statist.': ['-2.94907', '0.10255'],
    JASA: ['-0.47957', '0.06059'],
    'JRSS-B': ['0.26895', '0.07083'],
  })
})

test('Davidson’s puddings, with ties', () => {
  const votes = votesFrom([
    ['1', '2', 19, 22, 16],
    ['1', '3', 16, 19, 12],
    ['1', '4', 18, 23, 13],
    ['1', '5', 13, 19, 18],
    ['1', '6', 18, 21, 12],
    ['2', '3', 19, 19, 10],
    ['2', '4', 23, 19, 9],
    ['2', '5', 16, 20, 12],
    ['2', '6', 22, 20, 12],
    ['3', '4', 19, 20, 15],
    ['3', '5', 16, 15, 17],
    ['3', '6', 13, 18, 10],
    ['4', '5', 17, 14, 16],
    ['4', '6', 14, 19, 18],
    ['5', '6', 11, 21, 12],
  ])
  const strengths = odds(votes)
  const sum = [...strengths.values()].reduce((total, each) => total + each, 0)
  expect(['1', '2', '3', '4', '5', '6'].map((key) => ((strengths.get(key) ?? 0) / sum).toFixed(4))).toEqual([
    '0.1388',
    '0.1730',
    '0.1617',
    '0.1654',
    '0.1587',
    '0.2024',
  ])
  expect(rankVotes(votes, { prior: 'none' }).tieParameter?.toFixed(4)).toBe('0.7468')
})

test('four contestants, of whom not all have met', () => {
  const strengths = odds(
    votesFrom([
      ['A', 'B', 2, 3],
      ['A', 'D', 1, 4],
      ['B', 'C', 5, 3],
      ['C', 'D', 1, 3],
    ]),
  )
  expect(['A', 'B', 'C', 'D'].map((key) => strengths.get(key)?.toFixed(3))).toEqual([
    '0.640',
    '1.043',
    '0.660',
    '2.270',
  ])
})

test('a cycle, as in the documentation of choix', () => {
  const { contestants } = rankVotes(
    votesFrom([
      ['0', '1', 2, 0],
      ['1', '2', 1, 0],
      ['2', '0', 1, 0],
    ]),
    { prior: 'none' },
  )
  expect(
    contestants.map(({ key, strength }) => [key, Math.abs(strength) < 1e-9 ? '0' : strength.toFixed(6)]),
  ).toEqual([
    ['0', '0.419618'],
    ['2', '0'],
    ['1', '-0.419618'],
  ])
})

test('best of three is one choice by strength, not two wins', () => {
  const shown = ['a', 'b', 'c']
  const votes = [5, 3, 2].flatMap((count, index): RankedVote[] =>
    Array.from({ length: count }, (_, at) => ({ shown, result: 'best', chosen: [index], at })),
  )
  const strengths = odds(votes)
  const a = strengths.get('a') ?? Number.NaN
  expect([(strengths.get('b') ?? 0) / a, (strengths.get('c') ?? 0) / a]).toEqual([
    expect.closeTo(3 / 5, 9),
    expect.closeTo(2 / 5, 9),
  ])
})

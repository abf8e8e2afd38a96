import { expect, test } from 'vitest'

import type { RankedPair } from './ranking'
import { verdictOf, winnerOf } from './verdict'

const contestant = (key: string, strength: number) => ({
  key,
  strength,
  interval: [strength - 1, strength + 1] as [number, number],
  votes: 1,
  wins: 1,
  costPerWinUsd: null,
})

const pairOf = (wins: number, losses: number, isSettled = false): RankedPair => ({
  a: 'a',
  b: 'b',
  wins,
  losses,
  ties: 0,
  probabilityBetter: 0.6,
  favours: wins === losses ? null : wins > losses ? 'a' : 'b',
  eValue: isSettled ? 25 : 1,
  isSettled,
  moreVotes: isSettled ? 0 : 12,
})

test.each([
  ['better', pairOf(8, 0, true), 1],
  ['leads', pairOf(7, 3), 1],
  ['behind-directly', pairOf(3, 3), 1],
  ['uncompared', pairOf(0, 0), 1],
  ['level', pairOf(3, 3), 0],
  ['behind-directly', pairOf(3, 7), 1],
  ['worse-directly', pairOf(0, 8, true), 1],
])('%s', (kind, pair, lead) => {
  const contestants = [contestant('a', lead), contestant('b', 0)]
  expect(verdictOf({ contestants, pairs: [pair] }).kind).toBe(kind)
})

test('a single contestant is not a ranking', () => {
  expect(verdictOf({ contestants: [contestant('a', 1)], pairs: [] })).toEqual({ kind: 'none' })
})

test('a settled pair is settled for its winner, in either order of the two', () => {
  expect([pairOf(8, 0, true), pairOf(0, 8, true), pairOf(3, 1)].map(winnerOf)).toEqual(['a', 'b', null])
})

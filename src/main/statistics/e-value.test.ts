import { expect, test } from 'vitest'

import { eValue, isSettled, moreVotes } from './e-value'

test.each([
  [0, 0, 1],
  [1, 0, 1],
  [7, 0, 16],
  [8, 0, 28.4444444444444],
  [7, 3, 0.775757575757576],
  [30, 12, 9.24932811408561],
  [400, 300, 60.7176332672668],
])('the evidence of %d to %d', (wins, losses, expected) => {
  expect(eValue(wins, losses) / expected).toBeCloseTo(1, 11)
  expect(eValue(losses, wins)).toBe(eValue(wins, losses))
})

test('8 to 0 is the shortest verdict', () => {
  expect([isSettled(7, 0), isSettled(8, 0), isSettled(8, 1), isSettled(0, 8)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

test('evidence beyond what a double holds remains a number that JSON can hold', () => {
  expect([eValue(5_000, 0), eValue(5_000, 5_000)]).toEqual([1e300, expect.closeTo(0.0125, 4)])
})

test('foresees votes at the posterior mean until the pair is settled, and no earlier', () => {
  const votes = moreVotes(7, 3) ?? 0
  const settled = [votes - 1, votes].map((count) => isSettled(7 + (count * 8) / 12, 3 + (count * 4) / 12))
  expect(settled).toEqual([false, true])
  expect(moreVotes(3, 7)).toBe(votes)
})

test('a settled pair needs no votes, and a level one cannot be foreseen', () => {
  expect([moreVotes(8, 0), moreVotes(0, 0), moreVotes(50, 50), moreVotes(2_000, 1_999)]).toEqual([
    0,
    null,
    null,
    null,
  ])
})

test('each win brings the verdict closer', () => {
  const foreseen = [1, 2, 3, 4, 5, 6, 7, 8].map((wins) => moreVotes(wins, 0) ?? Infinity)
  expect(foreseen).toEqual(foreseen.toSorted((one, other) => other - one))
  expect(foreseen.slice(-2)).toEqual([1, 0])
})

import { expect, test } from 'vitest'

import { betaProbability, betaQuantileLogit, logGamma } from './beta-distribution'
import { normalProbability } from './normal-distribution'

// The expected digits were computed with mpmath at 30 digits.

/** Asserts 12 digits. */
function expectDigits(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-12 * Math.max(Math.abs(expected), 1e-3))
}

test.each([
  [1, 0],
  [2, 0],
  [3.5, 1.20097360234707],
  [10, 12.8018274800815],
  [171.5, 709.143163030928],
  [5000, 37582.62631568535],
])('logGamma(%d)', (value, expected) => expectDigits(logGamma(value), expected))

test.each([
  [0, 3, 4, 0],
  [1, 3, 4, 1],
  [0.5, 8, 4, 0.11328125],
  [0.1, 8, 4, 1.2484e-6],
  [0.5, 1, 1, 0.5],
  [0.62, 3001, 2001, 0.998184019776051],
  [0.001, 1, 6, 0.005985019985006],
  [0.3, 1.5, 2.5, 0.415687852298025],
])('betaProbability(%d, %d, %d)', (value, one, other, expected) =>
  expectDigits(betaProbability(value, one, other), expected),
)

test.each([
  [0.025, 8, 4, -0.446230209586767],
  [0.5, 8, 4, 0.736342467680153],
  [0.975, 8, 4, 2.09828682971852],
  [0.025, 1, 1, -3.66356164612965],
  [0.975, 6, 1, 5.46589616796212],
  [0.5, 1, 6, -2.09995410671771],
  [0.025, 401, 301, 0.138060645927162],
])('betaQuantileLogit(%d, %d, %d)', (probability, one, other, expected) =>
  expectDigits(betaQuantileLogit(probability, one, other), expected),
)

test.each([
  [-10, 7.61985302416053e-24],
  [-4, 3.16712418331199e-5],
  [-3, 0.00134989803163009],
  [-1.5, 0.0668072012688581],
  [-0.1, 0.460172162722971],
  [0, 0.5],
  [0.5, 0.691462461274013],
  [2.9, 0.998134186699616],
  [3.1, 0.999032396786782],
  [6, 0.999999999013412],
])('normalProbability(%d)', (value, expected) => expectDigits(normalProbability(value), expected))

test('the tail of the normal distribution keeps its digits', () => {
  expect(normalProbability(-10) / 7.61985302416053e-24).toBeCloseTo(1, 12)
  expect([normalProbability(-1e9), normalProbability(1e9)]).toEqual([0, 1])
})

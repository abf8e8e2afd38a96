import { expect, test } from 'vitest'

import { withState } from '../../helpers/preserve-state.ts'
import { scaledTimeout, timeoutFactor } from './slowness.ts'

test('does not scale timeouts on an idle machine that is fast enough', () => {
  expect(timeoutFactor({ elapsedMs: 100, cpuMs: 100 })).toBe(1)
  // The two clocks do not run at exactly the same rate.
  expect(timeoutFactor({ elapsedMs: 100, cpuMs: 100.5 })).toBe(1)
})

test('scales timeouts by how slow some work was and how long it had to wait, within bounds', () => {
  expect(timeoutFactor({ elapsedMs: 100, cpuMs: 50 })).toBe(3)
  expect(timeoutFactor({ elapsedMs: 330, cpuMs: 330 })).toBe(3)
  expect(timeoutFactor({ elapsedMs: 660, cpuMs: 330 })).toBe(9)
  expect(timeoutFactor({ elapsedMs: 100, cpuMs: 0 })).toBe(20)
})

test('all processes of a run use the factor that the first one measured', () => {
  withState(process.env, { PARLEY_TIMEOUT_FACTOR: '2.5' }, () => {
    expect(scaledTimeout(7_000)).toBe(17_500)
  })
  withState(process.env, { PARLEY_TIMEOUT_FACTOR: undefined }, () => {
    const first = scaledTimeout(1_000)
    expect(Number(process.env['PARLEY_TIMEOUT_FACTOR'])).toBeCloseTo(first / 1_000, 2)
    expect(scaledTimeout(1_000)).toBe(first)
  })
})

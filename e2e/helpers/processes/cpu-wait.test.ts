import { expect, test } from 'vitest'

import { withoutWait } from './cpu-wait.ts'

test('deducts a wait for the CPU only up to the limit, so that a long wait does not excuse a late answer', () => {
  const quiet = { limitMs: 50, scale: (ms: number) => ms }
  expect(withoutWait(60, 20, quiet)).toBe(40)
  expect(withoutWait(2_000, 1_990, quiet)).toBe(1_950)
  const busy = { limitMs: 50, scale: (ms: number) => ms * 5 }
  expect(withoutWait(260, 240, busy)).toBe(20)
  expect(withoutWait(2_000, 1_990, busy)).toBe(1_750)
})

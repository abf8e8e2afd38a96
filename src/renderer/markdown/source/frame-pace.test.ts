import { expect, test } from 'vitest'

import { FramePace } from './frame-pace'

const limits = { ms: 10, first: 2_000, fewest: 1_000, most: 14_000 }

test('draws little in the first frame, more while frames are fast, and less again when they are slow', () => {
  const pace = new FramePace(limits)
  expect(pace.chars).toBe(2_000)
  pace.took(2_000, 2)
  expect(pace.chars).toBe(3_000)
  for (let frame = 0; frame < 20; frame += 1) pace.took(pace.chars, 1)
  expect(pace.chars).toBe(14_000)
  pace.took(14_000, 40)
  expect(pace.chars).toBe(3_500)
  pace.took(3_500, 5_000)
  expect(pace.chars).toBe(1_000)
})

test('frames with little text do not change the pace', () => {
  const pace = new FramePace(limits)
  pace.took(40, 30)
  pace.took(999, 0)
  expect(pace.chars).toBe(2_000)
})

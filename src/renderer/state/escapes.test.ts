import { expect, test } from 'vitest'

import { createEscapes } from './escapes'

test('an Escape that only ended the row of those before it does not end an answer', () => {
  let now = 0
  const escapes = createEscapes({ now: () => now })
  const isLoneAt = (at: number) => {
    now = at
    escapes.note()
    return escapes.isLone()
  }
  expect([5_000, 5_300, 6_200, 7_200, 9_000].map(isLoneAt)).toEqual([true, false, false, true, true])
})

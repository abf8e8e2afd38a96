import { expect, test } from 'vitest'

import { citedNumbers } from './cited-excerpts'

test('finds the numbers that an answer cites, alone and in lists, and no other numbers in brackets', () => {
  expect([...citedNumbers('Tea [1] and coffee[3], as in [2, 4]. See [chapter 5], [6-7] and (8).')]).toEqual([
    1, 3, 2, 4,
  ])
  expect([...citedNumbers('Use `a[5]`:\n```ts\nb[6]\n```\nas in [7].\n```ts\nc[8]')]).toEqual([7])
  expect(citedNumbers('').size).toBe(0)
})

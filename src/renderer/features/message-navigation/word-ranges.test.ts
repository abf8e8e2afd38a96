import { expect, test } from 'vitest'

import { textMatches } from './word-ranges'

test('treats needles as plain text, not as regular expressions', () => {
  expect(textMatches('a.b(c) axb(c) A.B(C)', ['a.b(c)'])).toEqual([
    [0, 6],
    [14, 20],
  ])
  expect(textMatches('1|2 [x] \\d $&', ['|', '[x]', '\\d', '$&'])).toHaveLength(4)
})

test('prefers the longer of two matches at the same position, without overlaps', () => {
  expect(textMatches('stop stopped', ['stop', 'stopped'])).toEqual([
    [0, 4],
    [5, 12],
  ])
})

test('keeps positions correct after letters whose length changes with case', () => {
  expect(textMatches('İstanbul ISTANBUL 東京', ['istanbul', '東京'])).toEqual([
    [9, 17],
    [18, 20],
  ])
})

test('finds nothing without needles', () => {
  expect(textMatches('text', [''])).toEqual([])
})

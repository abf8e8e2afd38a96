import { expect, test } from 'vitest'

import { textMatches } from './text-matches'

test('what is looked for is text, whatever a regular expression would make of it', () => {
  expect(textMatches('a.b(c) axb(c) A.B(C)', ['a.b(c)'])).toEqual([
    [0, 6],
    [14, 20],
  ])
  expect(textMatches('1|2 [x] \\d $&', ['|', '[x]', '\\d', '$&'])).toHaveLength(4)
})

test('of two that begin at the same place the longer one counts, and nothing counts twice', () => {
  expect(textMatches('stop stopped', ['stop', 'stopped'])).toEqual([
    [0, 4],
    [5, 12],
  ])
})

test('places stay right behind letters that change their length with their case', () => {
  expect(textMatches('İstanbul ISTANBUL 東京', ['istanbul', '東京'])).toEqual([
    [9, 17],
    [18, 20],
  ])
})

test('nothing looked for is found nowhere', () => {
  expect(textMatches('text', [''])).toEqual([])
})

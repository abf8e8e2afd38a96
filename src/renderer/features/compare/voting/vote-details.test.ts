import { expect, test } from 'vitest'

import { suggestTags } from './vote-details'

test.each([
  ['Fix this:\n```ts\nlet x\n```', ['code']],
  ['Summarise this e-mail', ['summary', 'writing']],
  ['Übersetze das ins Englische', ['translation']],
  ['Erkläre, warum der Himmel blau ist', ['explanation']],
  ['Berechne das Integral', ['maths']],
  ['Hi', []],
])('recognises the kind of task: %s', (question, tags) => {
  expect(suggestTags(question, [])).toEqual(tags)
})

test('suggests tags that were used before, first those that the question names, or that the answers follow a critique', () => {
  expect(suggestTags('A question about law', ['music', 'law'], true)).toEqual([
    'after critique',
    'law',
    'music',
  ])
  expect(suggestTags('A question about law', ['music', 'law'])).toEqual(['law', 'music'])
  expect(suggestTags('A flawed question', ['music', 'law'])).toEqual(['music', 'law'])
  expect(suggestTags('A lawful question, as Go', ['music', 'law', 'go'])).toEqual(['go', 'music', 'law'])
  expect(suggestTags('法律问题', ['music', '法律'])).toEqual(['法律', 'music'])
  expect(suggestTags('Ring buffers in C++ and C#', ['music', 'c'])).toEqual(['music', 'c'])
  expect(suggestTags('Ring buffers in C, please', ['music', 'c'])).toEqual(['c', 'music'])
  expect(suggestTags('Hi', ['new', 'often', 'old', 'often', 'gone'])).toEqual(['often', 'new', 'old'])
  expect(suggestTags('Contracts', ['contract law', 'C++ (17)'])).toEqual(['contract law', 'C++ (17)'])
  expect(suggestTags('x'.repeat(1_000_000), ['a', 'b', 'c', 'd'])).toHaveLength(3)
})

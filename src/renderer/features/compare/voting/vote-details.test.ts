import { expect, test } from 'vitest'

import { suggestTags } from './vote-details'

test.each([
  ['Fix this:\n```ts\nlet x\n```', ['code']],
  ['Summarise this e-mail', ['summary', 'writing']],
  ['Übersetze das ins Englische', ['translation']],
  ['Erkläre, warum der Himmel blau ist', ['explanation']],
  ['Hi', []],
])('recognises the kind of task: %s', (question, tags) => {
  expect(suggestTags(question, [])).toEqual(tags)
})

test('suggests tags that were used before, first those that the question names', () => {
  expect(suggestTags('A question about law', ['music', 'law'])).toEqual(['law', 'music'])
  expect(suggestTags('x'.repeat(1_000_000), ['a', 'b', 'c', 'd'])).toHaveLength(3)
})

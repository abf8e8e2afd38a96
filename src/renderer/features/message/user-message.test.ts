import { expect, test } from 'vitest'

import { isLongQuestion } from './user-message'

test.each([
  ['a sentence', 'Why?', false],
  ['a page of words', 'word '.repeat(300), true],
  ['many short lines', 'line\n'.repeat(17), true],
  ['a few lines', 'line\n'.repeat(8), false],
])('%s is collapsed only if it is long', (_, text, isLong) => {
  expect(isLongQuestion(text)).toBe(isLong)
})

test('a question of a million lines is judged at once', () => {
  const startedAt = performance.now()
  expect(isLongQuestion('\n'.repeat(1_000_000))).toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(100)
})

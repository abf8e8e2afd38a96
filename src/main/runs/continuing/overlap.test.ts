import { expect, test } from 'vitest'

import { OverlapFilter } from './overlap'

/** What is added to `before`, and whether every split of the continuation into pieces adds the same. */
function added(before: string, ...pieces: string[]): string {
  const whole = new OverlapFilter(before)
  const result = pieces.map((piece) => whole.push(piece)).join('') + whole.end()
  const text = pieces.join('')
  for (const size of [1, 2, 3, 7]) {
    const filter = new OverlapFilter(before)
    const parts = text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
    expect(parts.map((part) => filter.push(part)).join('') + filter.end()).toBe(result)
  }
  return result
}

test.each([
  ['repeated last words', 'since the log record', 'the log record is there', ' is there'],
  ['an unfinished word', 'a write-ahead lo', 'write-ahead log is', 'g is'],
  ['the whole answer', 'One two three', 'One two three four', ' four'],
  ['words with a space before them', 'since the log', ' the log is', ' is'],
  ['Chinese without spaces', '预写日志记录', '日志记录先写', '先写'],
])('removes %s', (_, before, text, rest) => {
  expect(added(before, text)).toBe(rest)
})

test.each([
  ['a continuation without repetition', 'since the log', ' record is there', ' record is there'],
  ['the rest of a word that begins as it ends', 'a ban', 'ana', 'ana'],
  ['a match too short to be a repetition', 'this is a', ' a1 sheet', ' a1 sheet'],
  ['words that only begin like the end', 'one two three', 'two thousand', 'two thousand'],
  ['nothing', 'one two', '', ''],
])('keeps %s', (_, before, text, rest) => {
  expect(added(before, text)).toBe(rest)
})

test('a repetition in the middle of which the model stops is kept, because it cannot be recognised', () => {
  expect(added('one two three', 'two th')).toBe('two th')
})

test.each([
  ['a line break that is there already', 'the end.\n', 'the end.\nNext', 'Next'],
  ['one of two line breaks', 'the end.\n', 'the end.\n\nNext', '\nNext'],
  ['no space where there is none', 'the end.', 'the end. Next', ' Next'],
])('joins with %s', (_, before, text, rest) => {
  expect(added(before, text)).toBe(rest)
})

test('an open code block is not reopened, but may be closed', () => {
  const before = 'See:\n\n```ts\nconst one = 1\nconst two'
  expect(added(before, '```ts\nconst two = 2\n```\n')).toBe(' = 2\n```\n')
  expect(added(`${before} = 2\n`, '```\n\nDone.')).toBe('```\n\nDone.')
  expect(added('No code here.', '```ts\nconst one')).toBe('```ts\nconst one')
})

test('text passes at once when it cannot be a repetition', () => {
  const filter = new OverlapFilter('one two three')
  expect(filter.push('x')).toBe('x')
  expect(filter.push('two three')).toBe('two three')
})

test('20,000 characters of one repeated letter are compared in time', () => {
  const filter = new OverlapFilter('a '.repeat(50_000))
  for (let at = 0; at < 200; at += 1) filter.push('a a a ')
  expect(filter.end().length).toBeLessThan(1_200)
})

test.each([
  ['space that never ends', 'One two', '    '],
  ['space after a repetition', 'One two ', '    ', 'two'],
  ['a first line that never ends, after an open code block', '```js\nOne two', 'abcd', '```'],
])('holds back only a little of %s', (_, before, piece, first = '') => {
  const filter = new OverlapFilter(before)
  let text = filter.push(first)
  for (let count = 0; count < 1_000; count += 1) text += filter.push(piece)
  expect(text.length).toBeGreaterThan(3_000)
})

test('a long answer of equal characters, repeated piece by piece, is compared quickly', () => {
  const filter = new OverlapFilter('.'.repeat(20_000))
  const startedAt = performance.now()
  let text = ''
  for (let count = 0; count < 2_000; count += 1) text += filter.push('.'.repeat(10))
  expect(text + filter.push(' and on') + filter.end()).toBe(' and on')
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

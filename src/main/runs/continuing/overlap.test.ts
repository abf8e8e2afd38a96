import { expect, test } from 'vitest'

import { OverlapFilter } from './continuing-source'

const asked = { isPrefilled: false }
const prefilled = { isPrefilled: true }

/** The text added to `before`. Checks that every split of the continuation into pieces adds the same. */
function added(before: string, given: string | string[], how = asked): string {
  const pieces = [given].flat()
  const whole = new OverlapFilter(before, how)
  const result = pieces.map((piece) => whole.push(piece)).join('') + whole.end()
  const text = pieces.join('')
  for (const size of [1, 2, 3, 7]) {
    const filter = new OverlapFilter(before, how)
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
  ['a space that is there already, without a repetition', 'the end. ', ' Next', 'Next'],
  ['indentation, without a repetition', 'if (one) {\n', '    two()', '    two()'],
  ['the indentation of code', 'if (one) {\n', 'if (one) {\n    two()', '    two()'],
])('joins with %s', (_, before, text, rest) => {
  expect(added(before, text)).toBe(rest)
})

const row = '| a name of a column | a value of that column |\n'

test.each([
  ['the rest of a word', 'a write-ahead lo', 'g is', 'g is'],
  ['an item of a list like the one before', '- one\n- one\n', '\n- one\n- two', '- one\n- two'],
  ['space after a line break', 'if (one) {\n  ', '\n  two()', 'two()'],
  ['the indentation that was cut off', 'if (one) {\n', '\n  two()', '  two()'],
  ['the space between two words', 'since the ', ' log', 'log'],
  ['a word that says the same', 'no, no, no,', ' no, no', ' no, no'],
])('after a prefill, the text continues with %s', (_, before, text, rest) => {
  expect(added(before, text, prefilled)).toBe(rest)
})

test('a server that ignores a prefill may start over: that is removed, and a short repetition is not', () => {
  expect(added('One two three', 'One two three four', prefilled)).toBe(' four')
  expect(added(`${row}${row}`, `${row}${row}Then`, prefilled)).toBe('Then')
  expect(added('Yes', 'Yes and no', prefilled)).toBe('Yes and no')
})

test('an open code block is not reopened, but may be closed', () => {
  const before = 'See:\n\n```ts\nconst one = 1\nconst two'
  expect(added(before, '```ts\nconst two = 2\n```\n')).toBe(' = 2\n```\n')
  expect(added(`${before} = 2\n`, '```\n\nDone.')).toBe('```\n\nDone.')
  expect(added('No code here.', '```ts\nconst one')).toBe('```ts\nconst one')
})

test('text passes at once when it cannot be a repetition', () => {
  const filter = new OverlapFilter('one two three', asked)
  expect(filter.push('x')).toBe('x')
  expect(filter.push('two three')).toBe('two three')
})

test('20,000 characters of one repeated letter are compared in time', () => {
  const filter = new OverlapFilter('a '.repeat(50_000), asked)
  for (let at = 0; at < 200; at += 1) filter.push('a a a ')
  expect(filter.end().length).toBeLessThan(1_200)
})

test.each([
  ['space that never ends', 'One two', '    '],
  ['space after a repetition', 'One two ', '    ', 'two'],
  ['a first line that never ends, after an open code block', '```js\nOne two', 'abcd', '```'],
])('holds back only a little of %s', (_, before, piece, first = '') => {
  const filter = new OverlapFilter(before, asked)
  let text = filter.push(first)
  for (let count = 0; count < 1_000; count += 1) text += filter.push(piece)
  expect(text.length).toBeGreaterThan(3_000)
})

test('a long answer of equal characters, repeated piece by piece, is compared quickly', () => {
  const filter = new OverlapFilter('.'.repeat(20_000), asked)
  const startedAt = performance.now()
  let text = ''
  for (let count = 0; count < 2_000; count += 1) text += filter.push('.'.repeat(10))
  expect(text + filter.push(' and on') + filter.end()).toBe(' and on')
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})

import { expect, test } from 'vitest'

import { MirroredText } from './answer-text'

/** The text that is passed on of these pieces, each with its origin. */
function passed(...pieces: [origin: string, text: string][]): string {
  const text = new MirroredText()
  return pieces.map(([origin, piece]) => text.add(origin, piece)).join('')
}

test('passes on text in two fields once, whichever comes first and however it is split', () => {
  const whole = 'I think  so, because it is.'
  for (let cut = 0; cut <= whole.length; cut++) {
    const [start, end] = [whole.slice(0, cut), whole.slice(cut)]
    expect(passed(['a', start], ['b', start], ['a', end], ['b', `${end}\n`])).toBe(whole)
    expect(passed(['a', start], ['b', whole], ['a', end]).replaceAll(/\s/g, '')).toBe(
      whole.replaceAll(/\s/g, ''),
    )
    expect(passed(['b', `\n${whole}`], ['a', start], ['a', end]).trim()).toBe(whole)
  }
})

test('keeps the white space of the leading field', () => {
  expect(passed(['a', 'one'], ['b', 'one'], ['a', ' '], ['b', ' '], ['a', 'two'], ['b', 'two'])).toBe(
    'one two',
  )
})

test('text that only begins like that of another field is passed on as a whole', () => {
  expect(passed(['a', 'The sky is blue.'], ['b', 'The '], ['b', 'user asks.'])).toBe(
    'The sky is blue.The user asks.',
  )
})

test('text of one field is never changed', () => {
  const pieces = ['a', ' ', 'a', '\n', 'a', 'a a']
  expect(passed(...pieces.map((piece): [string, string] => ['x', piece]))).toBe(pieces.join(''))
})

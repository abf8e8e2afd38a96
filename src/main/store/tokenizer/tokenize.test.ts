import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { normalised, searchNames, searchText } from './index-text'
import { tokenize } from './tokenize'
import { anyText } from '../testing/any-text'

/** Each word with its source in the text. */
function cut(text: string): string[] {
  const plain = normalised(text)
  const { words, count, starts, ends } = tokenize(plain)
  const folded = words.trim().split(' ')
  return Array.from(
    { length: count },
    (_, index) => `${plain.slice(starts[index], ends[index])}=${folded[index]}`,
  )
}

test.each([
  ['symbols separate words', 'a.b, "c"', ['a=a', 'b=b', 'c=c']],
  [
    'capitals separate the words of a name',
    'parseHTMLText2Json',
    ['parse=parse', 'HTML=html', 'Text2=text2', 'Json=json'],
  ],
  ['capitals do not separate the letters of a constant', 'MAX_SIZE', ['MAX=max', 'SIZE=size']],
  ['each character of a script without spaces is a word', '図書a館', ['図=図', '書=書', 'a=a', '館=館']],
  ['a voiced kana is one character', 'か\u3099き', ['が=が', 'き=き']],
  ['accents are dropped and stay with their letter', 'Ǘber', ['Ǘber=uber']],
  ['a soft hyphen is ignored', 'Zu\u00ADsam', ['Zu\u00ADsam=zusam']],
  ['one character may expand to several', 'ﬁnß', ['ﬁnß=finss']],
])('%s', (_name, text, expected) => {
  expect(cut(text)).toEqual(expected)
})

test('cuts a word that is too long, including one whose characters expand', () => {
  expect(tokenize('x'.repeat(1_000)).words).toHaveLength(66)
  expect(tokenize('ﷺ'.repeat(1_000)).words.length).toBeLessThanOrEqual(66)
})

test('indexes names joined, with and without their first words, and symbols', () => {
  const parts = JSON.stringify([
    {
      type: 'text',
      text: 'useSessionStore, HTMLParser, session_row, plain 図書 aB1cD2eF3gH4iJ5kL6mN7oP8qR9s',
    },
  ])
  expect(searchNames(parts).split(' ')).toEqual([
    'usesessionstore',
    'sessionstore',
    'htmlparser',
    'sessionrow',
    'ab1cd2ef3gh4ij5kl6mn7op8qr9s',
    ',',
    '_',
    'session_',
    '_row',
  ])
})

test('finds nothing in unreadable parts', () => {
  expect(searchText('[{"type":')).toBe('')
})

test('splitting folded text again gives the same words, and word positions are ordered', () => {
  fc.assert(
    fc.property(anyText(60), (text) => {
      const { words, count, starts, ends } = tokenize(normalised(text))
      const folded = words.trim()
      expect(tokenize(folded).words.trim()).toBe(folded)
      expect(folded === '' ? 0 : folded.split(' ').length).toBe(count)
      const places = Array.from({ length: count }, (_, index) => [starts[index] ?? 0, ends[index] ?? 0])
      expect(places.flat()).toEqual(places.flat().toSorted((one, other) => one - other))
    }),
  )
})

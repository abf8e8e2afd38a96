import { expect, test } from 'vitest'

import { QuoteFinder } from './find-quote'

/** What the quote covers in the sentence; null when it is not there. */
function quoted(text: string, quote: string, isVerbatim = false): string | null {
  const place = new QuoteFinder().find({ text, isVerbatim }, quote)
  return place === null ? null : text.slice(place.from, place.to)
}

test.each([
  ['other white space', 'The tower\n is  330 m tall.', 'tower is 330 m tall', 'tower\n is  330 m tall'],
  ['typographic marks', 'It’s “tall” – very…', `It's "tall" - very...`, 'It’s “tall” – very'],
  [
    'emphasis that was dropped',
    'The **Eiffel** tower _is_ high.',
    'The Eiffel tower',
    'The **Eiffel** tower',
  ],
  ['marks around the quote', 'It was built in 1889.', '“...built in 1889...”', 'built in 1889'],
  [
    'a full stop at its end',
    'It was built in 1889, in Paris.',
    'It was built in 1889.',
    'It was built in 1889',
  ],
  ['a soft hyphen', 'Donau\u00ADdampf\u00ADschiff', 'Donaudampfschiff', 'Donau\u00ADdampf\u00ADschiff'],
  ['a short sentence', '42 km.', '42 km', '42 km'],
  ['characters outside the basic plane', 'A 🗼 in Paris 🗼', 'in Paris 🗼', 'in Paris 🗼'],
])('finds a quote with %s', (_what, text, quote, found) => {
  expect(quoted(text, quote)).toBe(found)
})

test.each([
  ['with another number', 'The tower is 330 m tall.', 'The tower is 300 m tall'],
  ['with another word', 'The tower is 330 m tall.', 'The spire is 330 m tall'],
  ['with words left out', 'The tower, built in 1889, is 330 m tall.', 'The tower is 330 m tall'],
  ['that is empty', 'The tower is 330 m tall.', ' “” '],
  ['that any sentence contains', 'The tower is 330 m tall and made of iron.', 'and'],
  ['that ends inside a word', 'The towering building is old.', 'The tower'],
  ['that cuts a number', 'It has 12345678 bricks.', '12345'],
  ['that is much longer', 'Short.', 'Short. '.repeat(10_000)],
])('does not find a quote %s', (_what, text, quote) => {
  expect(quoted(text, quote)).toBeNull()
})

test('in code, every character counts', () => {
  expect(quoted('const area = a * b_2', 'const area = a b2', true)).toBeNull()
  expect(quoted('const area = a * b_2', 'area = a * b_2', true)).toBe('area = a * b_2')
})

test('finds nothing once the limit on searched characters is reached', () => {
  const finder = new QuoteFinder({ searchedChars: 100 })
  const sentence = { text: 'The tower is 330 m tall.', isVerbatim: false }
  const found = Array.from({ length: 4 }, () => finder.find(sentence, 'tower is 330 m tall') !== null)
  expect(found).toEqual([true, true, false, false])
})

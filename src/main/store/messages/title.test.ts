import { expect, test } from 'vitest'

import { titleFromReply, titleFromText } from './title'

test.each([
  ['Hello there', 'Hello there'],
  ['\n\n  \t\n# A heading\nand more', 'A heading'],
  ['> - [x] **Bold** and _slanted_ and `code`', 'Bold and slanted and code'],
  ['3. See [the guide](https://example.com/a) and ![a cat](cat.png)', 'See the guide and a cat'],
  ['keep snake_case, 2 * 3 and C#', 'keep snake_case, 2 * 3 and C#'],
  ['```ts\nconst a = 1\n```', 'const a = 1'],
  ['---\nafter a rule', 'after a rule'],
  ['a\u0000b\u0007  c\r\nnext', 'a b c'],
  ['half \ud83d of one', 'half \ufffd of one'],
])('turns %j into %j', (text, title) => {
  expect(titleFromText(text)).toBe(title)
})

test.each(['', '   \n\t\n ', '```', '***', '\u0000'])('finds no title in %j', (text) => {
  expect(titleFromText(text)).toBeNull()
})

test('cuts a long line after a word, with an ellipsis, within 60 characters', () => {
  expect(titleFromText('one two three four five six seven eight nine ten eleven twelve')).toBe(
    'one two three four five six seven eight nine ten eleven…',
  )
  const sixty = 'x'.repeat(60)
  expect(titleFromText(sixty)).toBe(sixty)
  expect(titleFromText(`${sixty}y`)).toBe(`${'x'.repeat(59)}…`)
})

test('never cuts within a grapheme', () => {
  const family = '👨‍👩‍👧'
  expect(titleFromText(family.repeat(61))).toBe(`${family.repeat(59)}…`)
})

test('reads only the first lines of a message of a megabyte', () => {
  expect(titleFromText(`${'\n'.repeat(1_000_000)}end`)).toBe('end')
  expect(titleFromText('['.repeat(1_000_000))).toHaveLength(60)
  expect(titleFromText('---\n'.repeat(250_000))).toBeNull()
})

test.each([
  ['Tides of the North Sea', 'Tides of the North Sea'],
  ['"Tides of the North Sea."', 'Tides of the North Sea'],
  ['“Tides”.', 'Tides'],
  ['„Gezeiten“', 'Gezeiten'],
  ['「潮の満ち引き」', '潮の満ち引き'],
  ['**Title:** Tides', 'Tides'],
  ['Titel: "Gezeiten"', 'Gezeiten'],
  ['# Tides\n\nThis title says…', 'Tides'],
  ['\n\n```\nTides\n```', 'Tides'],
  ['"Tides and the', 'Tides and the'],
  ['Why is the sky blue?', 'Why is the sky blue?'],
  ["The user's question", "The user's question"],
  ['To be continued...', 'To be continued...'],
])('takes from the reply %j the title %j', (reply, title) => {
  expect(titleFromReply(reply)).toBe(title)
})

test.each(['', '""', '\n \n', '```', 'Title:'])('finds no title in the reply %j', (reply) => {
  expect(titleFromReply(reply)).toBeNull()
})

import { expect, test } from 'vitest'

import { previewFromText, titleFromReply, titleFromText } from './title'

test.each([
  ['Hello there', 'Hello there'],
  ['\n\n  \t\n# A heading\nand more', 'A heading'],
  ['> - [x] **Bold** and _slanted_ and `code`', 'Bold and slanted and code'],
  ['3. See [the guide](https://example.com/a) and ![a cat](cat.png)', 'See the guide and a cat'],
  ['keep snake_case, 2 * 3 and C#', 'keep snake_case, 2 * 3 and C#'],
  ['计算2*3*4和2**8，约3~5天', '计算2*3*4和2**8，约3~5天'],
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

test('keeps a title that is wider than a list, and cuts only a very long one, after a word', () => {
  const question = 'one two three four five six seven eight nine ten eleven twelve'
  expect(titleFromText(question)).toBe(question)
  expect(titleFromText(`${'word '.repeat(39)}another`)).toBe(`${'word '.repeat(38)}word…`)
  const longest = 'x'.repeat(200)
  expect(titleFromText(longest)).toBe(longest)
  expect(titleFromText(`${longest}y`)).toBe(`${'x'.repeat(199)}…`)
})

test('a preview is short enough for a sentence', () => {
  expect(previewFromText('one two three four five six seven eight nine ten eleven twelve')).toBe(
    'one two three four five six seven eight nine ten eleven…',
  )
})

test('never cuts within a grapheme, and a title can be renamed to itself', () => {
  const family = '👨‍👩‍👧'
  expect(titleFromText(family.repeat(62))).toBe(family.repeat(62))
  expect(titleFromText(family.repeat(100))).toBe(`${family.repeat(62)}…`)
})

test('reads only the first lines of a message of a megabyte', () => {
  expect(titleFromText(`${'\n'.repeat(1_000_000)}end`)).toBe('end')
  expect(titleFromText('['.repeat(1_000_000))).toHaveLength(200)
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

import type { Token } from 'marked'
import { expect, test } from 'vitest'

import { costlyMarkdown, costlyPieces } from '../../../shared/markdown/testing/costly-markdown'
import { IncrementalMarkdown } from './incremental-markdown'
import { lexBlocks } from './lex'
import { plainText } from './plain-text'
import { drawMarkdown } from '../testing/draw-markdown'

/** Stands for chance: the same numbers at each run. */
function countingChance() {
  let state = 12_345
  return {
    below(limit: number) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
      return state % limit
    },
  }
}

test.for(costlyPieces)('4 kB of %j are read, drawn and copied, and nothing of them is lost', (piece) => {
  const text = piece.repeat(4_000 / piece.length)
  const { tokens } = lexBlocks(text)
  expect(wordsOf(rawOf(tokens))).toBe(wordsOf(text))
  expect(() => drawMarkdown(text)).not.toThrow()
  expect(() => plainText(text)).not.toThrow()
})

// Each took seconds or minutes, which the drill measures; the runner's own limit is for what takes as long again.
test.for([
  ['words\n', '['],
  ['words\n', '[^a'],
  ['words\n', '$a'],
  ['words\n', '\\[ x\n'],
  ['words\n', '$$\n'],
  ['words\n', '[a](b '],
  ['words\n', '[a]: /url "\n\n'],
  ['words\n', '*a **b '],
  ['words\n', '# *a '],
  ['words\n', 'a|b\n|-|-|-|\n'],
  ['words\n', '> > a\nb\n'],
  ['words\n', '[^a]: b\n$$a$$\n'],
  ['http://a', '.'],
  ['http://a', ',;:?'],
  ['http://a', '&amp;'],
  ['www.a', ")'"],
  ['', 'http'],
  ['', 'http://a.'],
  ['', 'a.b@c.d '],
] as const)(
  '50 kB of %j and repeated %j are read as they grow, and nothing of them is lost',
  ([start, piece]) => {
    const text = `${start}${piece.repeat(50_000 / piece.length)}`
    const growing = new IncrementalMarkdown()
    for (let end = 10_000; end < text.length + 10_000; end += 10_000) growing.update(text.slice(0, end))
    expect(rawOf(growing.update(text).groups.flat())).toBe(text)
  },
)

test('an address of 1,900 characters is a link, also with more text behind it; one of 100,000 is text', () => {
  const address = `https://a.example/${'b'.repeat(1_880)}`
  expect(typesOf(`${address}. ${'word '.repeat(1_000)}`)).toEqual(['link', 'text'])
  expect(typesOf(`see https://a.example/${'b.'.repeat(50_000)}`)).toEqual(['text'])
  expect(typesOf(`${'word '.repeat(1_000)}me@a.example, ${'word '.repeat(1_000)}`)).toEqual([
    'text',
    'link',
    'text',
  ])
})

test('plain text that is read in pieces is one text, with its line breaks and marks', () => {
  for (let blanks = 480; blanks < 520; blanks += 1) {
    const text = `${'a '.repeat(blanks / 2)}b${' '.repeat(3)}\nc_d_ **e** ${'f'.repeat(3_000)}`
    expect(typesOf(text)).toEqual(['text', 'br', 'text', 'strong', 'text'])
  }
})

test('what costs too much inside a block is not read again while the answer grows', () => {
  const text = `**first**\n\n- ${`${'_a'.repeat(2_000)}\n- `.repeat(100)}`
  const growing = new IncrementalMarkdown()
  const last = () => growing.update(text).groups.flat().at(-1)
  growing.update(text.slice(0, 300_000))
  expect(last()).toMatchObject({ type: 'unread' })
  expect(rawOf(growing.update(text).groups.flat())).toBe(text)
  const html = drawMarkdown(text)
  expect(html).toContain('<strong>first</strong>')
  expect(html).toContain('could not format this text')
})

test('an answer grows to the same blocks as when it is read at once, also past the limits', () => {
  const chance = countingChance()
  for (let round = 0; round < 30; round += 1) {
    const text = costlyMarkdown(chance, 600)
    const growing = new IncrementalMarkdown()
    for (let end = 1; end < text.length; end += 1 + chance.below(200)) growing.update(text.slice(0, end))
    expect(growing.update(text).groups.flat(), JSON.stringify(text)).toEqual(
      lexBlocks(text.replaceAll(/\r\n?/g, '\n')).tokens,
    )
  }
})

test('quotes in quotes are drawn as quotes up to a depth, and as text below it', () => {
  expect(drawMarkdown('> > > deep').match(/<blockquote/g)).toHaveLength(3)
  const html = drawMarkdown(`${'> '.repeat(200)}deep`)
  expect(html.match(/<blockquote/g)?.length).toBe(24)
  expect(html).toContain('deep')
})

test('a paragraph that costs too much says so and keeps its text; the others are drawn', () => {
  const html = drawMarkdown(`**first**\n\n${'[a](b '.repeat(4_000)}\n\n**last**`)
  expect(html).toContain('<strong>first</strong>')
  expect(html).toContain('could not format this text')
  expect(html).toContain('[a](b [a](b ')
  expect(html).toContain('<strong>last</strong>')
})

test('a wide head over many short rows does not become millions of cells', () => {
  const wide = `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n${'b\n'.repeat(10_000)}`
  expect(lexBlocks(wide).tokens.map(({ type }) => type)).not.toContain('table')
  expect(lexBlocks(`|a|b|\n|-|-|\n${'|c|d|\n'.repeat(10_000)}`).tokens[0]?.type).toBe('table')
})

test('what looks like the name of a character and is one of every object stays as it was written', () => {
  expect(drawMarkdown('&toString; &valueOf; &amp;')).toContain('&amp;toString; &amp;valueOf; &amp;')
})

test('definitions are found by names that every object has', () => {
  const html = drawMarkdown(
    '[constructor] and [__proto__]\n\n[constructor]: https://a.example\n\n[__proto__]: https://b.example',
  )
  expect(html).toContain('href="https://a.example/"')
  expect(html).toContain('href="https://b.example/"')
})

/** The kinds of what the first paragraph is made of. */
function typesOf(text: string): string[] {
  const [block] = lexBlocks(text).tokens
  return block?.type === 'paragraph' ? (block.tokens ?? []).map(({ type }) => type) : []
}

function rawOf(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw).join('')
}

/** marked leaves out some of the spaces at the ends of lists. */
function wordsOf(text: string): string {
  return text.replaceAll(/\s/g, '')
}

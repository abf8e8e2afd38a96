import type { Token } from 'marked'
import { expect, test } from 'vitest'

import { costlyMarkdown, costlyPieces } from '../../../shared/markdown/testing/costly-markdown'
import { IncrementalMarkdown } from './incremental-markdown'
import { lexBlocks } from './lex'
import { plainText } from './plain-text'
import { drawMarkdown } from '../testing/draw-markdown'

/** A deterministic replacement for a random number generator. */
function countingChance() {
  let state = 12_345
  return {
    below(limit: number) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
      return state % limit
    },
  }
}

test.for(costlyPieces)('parses, renders and copies 1 kB of %j without losing any of it', (piece) => {
  const text = piece.repeat(1_000 / piece.length)
  const { tokens } = lexBlocks(text)
  expect(wordsOf(rawOf(tokens))).toBe(wordsOf(text))
  expect(() => drawMarkdown(text)).not.toThrow()
  expect(() => plainText(text)).not.toThrow()
})

// Each once took seconds or minutes, which a drill measures; the runner's time limit catches a regression.
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
] as const)('parses 50 kB of %j and repeated %j as they grow, without losing any of it', ([start, piece]) => {
  const text = `${start}${piece.repeat(50_000 / piece.length)}`
  const growing = new IncrementalMarkdown()
  for (let end = 20_000; end < text.length + 20_000; end += 20_000) growing.update(text.slice(0, end))
  expect(rawOf(growing.update(text).groups.flat())).toBe(text)
})

test('an address of 1,900 characters is a link even with text after it; one of 100,000 is text', () => {
  const address = `https://a.example/${'b'.repeat(1_880)}`
  expect(typesOf(`${address}. ${'word '.repeat(1_000)}`)).toEqual(['link', 'text'])
  expect(typesOf(`see https://a.example/${'b.'.repeat(50_000)}`)).toEqual(['text'])
  expect(typesOf(`${'word '.repeat(1_000)}me@a.example, ${'word '.repeat(1_000)}`)).toEqual([
    'text',
    'link',
    'text',
  ])
})

test('plain text parsed in pieces keeps its line breaks and marks', () => {
  for (let blanks = 480; blanks < 520; blanks += 1) {
    const text = `${'a '.repeat(blanks / 2)}b${' '.repeat(3)}\nc_d_ **e** ${'f'.repeat(3_000)}`
    expect(typesOf(text)).toEqual(['text', 'br', 'text', 'strong', 'text'])
  }
})

test('does not parse a costly block again while the answer grows', () => {
  const text = `**first**\n\n- ${`${'_a'.repeat(2_000)}\n- `.repeat(20)}`
  const growing = new IncrementalMarkdown()
  const last = () => growing.update(text).groups.flat().at(-1)
  growing.update(text.slice(0, 60_000))
  expect(last()).toMatchObject({ type: 'unread' })
  expect(rawOf(growing.update(text).groups.flat())).toBe(text)
  const html = drawMarkdown(text)
  expect(html).toContain('<strong>first</strong>')
  expect(html).toContain('could not format this text')
})

test('incremental parsing gives the same blocks as parsing at once, even past the limits', () => {
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

test('renders nested quotes as quotes up to the depth limit and as text below it', () => {
  expect(drawMarkdown('> > > deep').match(/<blockquote/g)).toHaveLength(3)
  const html = drawMarkdown(`${'> '.repeat(200)}deep`)
  expect(html.match(/<blockquote/g)?.length).toBe(24)
  expect(html).toContain('deep')
})

test('shows a note and the text of a paragraph that is too costly, and renders the others', () => {
  const html = drawMarkdown(`**first**\n\n${'[a](b '.repeat(4_000)}\n\n**last**`)
  expect(html).toContain('<strong>first</strong>')
  expect(html).toContain('could not format this text')
  expect(html).toContain('[a](b [a](b ')
  expect(html).toContain('<strong>last</strong>')
})

test('a wide header over many short rows does not create millions of cells', () => {
  const wide = `${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n${'b\n'.repeat(10_000)}`
  expect(lexBlocks(wide).tokens.map(({ type }) => type)).not.toContain('table')
  expect(lexBlocks(`|a|b|\n|-|-|\n${'|c|d|\n'.repeat(10_000)}`).tokens[0]?.type).toBe('table')
})

test('an entity named like a member of Object.prototype stays as written', () => {
  expect(drawMarkdown('&toString; &valueOf; &amp;')).toContain('&amp;toString; &amp;valueOf; &amp;')
})

test('definitions may have names of Object.prototype members', () => {
  const html = drawMarkdown(
    '[constructor] and [__proto__]\n\n[constructor]: https://a.example\n\n[__proto__]: https://b.example',
  )
  expect(html).toContain('href="https://a.example/"')
  expect(html).toContain('href="https://b.example/"')
})

/** The token types in the first paragraph. */
function typesOf(text: string): string[] {
  const [block] = lexBlocks(text).tokens
  return block?.type === 'paragraph' ? (block.tokens ?? []).map(({ type }) => type) : []
}

function rawOf(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw).join('')
}

/** marked drops some of the spaces at the ends of lists. */
function wordsOf(text: string): string {
  return text.replaceAll(/\s/g, '')
}

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { CitationMarks } from './numbered-sources'

const cite = (...names: string[]) => `\ue200cite\ue202${names.join('\ue202')}\ue201`
const page = { title: 'A [page]', url: 'https://example.org/a' }

/** The text without marks, and the list of its sources. */
function cited(text: string, metadata: Record<string, unknown> = {}): string[] {
  const sources = CitationMarks.ofChatgpt(metadata)
  return [sources.cited(text), sources.list()]
}

const one = ['It is[[1]](<https://example.org/a>).', 'Sources:\n\n1. [A \\[page\\]](<https://example.org/a>)']

test.each<[string, string, Record<string, unknown>]>([
  [
    'by the mark',
    `It is${cite('turn0search0')}.`,
    { content_references: [{ matched_text: cite('turn0search0'), items: [page] }] },
  ],
  [
    'by the results of the search',
    `It is${cite('turn0search0')}.`,
    {
      search_result_groups: [
        { entries: [{ ...page, ref_id: { turn_index: 0, ref_type: 'search', ref_index: 0 } }] },
      ],
    },
  ],
  [
    'by its name, in the older format',
    'It is【turn0search0†source】.',
    {
      search_result_groups: [
        { entries: [{ ...page, ref_id: { turn_index: 0, ref_type: 'search', ref_index: 0 } }] },
      ],
    },
  ],
  [
    'by the names in another reference',
    `It is${cite('turn2view3')}.`,
    {
      content_references: [
        {
          matched_text: 'x',
          items: [{ ...page, refs: [{ turn_index: 2, ref_type: 'view', ref_index: 3 }] }],
        },
      ],
    },
  ],
  [
    'by position, in older exports',
    'It is【3†source】.',
    { citations: [{ start_ix: 5, end_ix: 15, metadata: { type: 'webpage', ...page } }] },
  ],
  [
    'by the mark, in the format of copied texts',
    'It is:contentReference[oaicite:0]{index=0}.',
    { content_references: [{ matched_text: ':contentReference[oaicite:0]{index=0}', items: [page] }] },
  ],
])('replaces a mark by the number of its source: %s', (_name, text, metadata) => {
  expect(cited(text, metadata)).toEqual(one)
})

test('numbers each source once, puts several side by side, and counts positions in characters', () => {
  const other = { title: 'B', url: 'https://example.org/b' }
  const both = cite('turn0search0', 'turn0search1')
  const text = `👍 a【1†source】 b${both} c${both}`
  const metadata = {
    citations: [{ start_ix: 3, end_ix: 13, metadata: other }],
    content_references: [{ matched_text: both, items: [page, other] }],
  }
  const [a, b] = ['https://example.org/a', 'https://example.org/b']
  expect(cited(text, metadata)[0]).toBe(
    `👍 a[[1]](<${b}>) b[[2]](<${a}>)[[1]](<${b}>) c[[2]](<${a}>)[[1]](<${b}>)`,
  )
})

test('a mark of a copied text without its source is left out, and brackets of East Asian text stay', () => {
  const sources = CitationMarks.ofChatgpt({})
  expect(sources.cited('So:contentReference[oaicite:1]{index=1}, 【oaicite:2】【注】†【1】.')).toBe(
    'So, 【注】†【1】.',
  )
  expect(sources.hasLost).toBe(true)
})

test('an uploaded file is a source without a link', () => {
  expect(cited('See【4:0†plan.pdf】.')).toEqual(['See\\[1\\].', 'Sources:\n\n1. plan.pdf'])
})

test.each([
  ['a mark for an unknown source', `so${cite('turn0search0')}.`, 'so.'],
  ['an older mark', 'so【3†source】.', 'so.'],
  ['a mark with line numbers', 'so【13†L10-L20】.', 'so.'],
  ['the name of an entity', 'in \ue200entity\ue202["city","Paris","capital"]\ue201.', 'in Paris.'],
  ['a link', '\ue200url\ue202here\ue202https://example.org\ue201', '[here](<https://example.org/>)'],
  ['a link with an unsafe address', '\ue200url\ue202here\ue202javascript:alert(1)\ue201', ''],
  ['pictures', 'a\ue200i\ue202turn0image0\ue201b', 'ab'],
  ['brackets around what a source is about', '\ue203so\ue204', 'so'],
  ['a mark without an end', 'so\ue200cite\ue202turn0search0 and on', 'so and on'],
  ['Japanese brackets', '【重要】と【3】', '【重要】と【3】'],
])('keeps the readable text of %s', (_name, text, plain) => {
  expect(cited(text)).toEqual([plain, ''])
})

test('references to a blank, which do occur, leave blanks in a text alone', () => {
  expect(cited(`a b${cite('x')}`, { content_references: [{ matched_text: ' ', items: [page] }] })[0]).toBe(
    'a b',
  )
})

test('leaves no mark and adds no other address, whatever the text and its metadata', () => {
  const piece = fc.constantFrom(
    '\ue200',
    '\ue201',
    '\ue202',
    '\ue203',
    'cite',
    '【3†',
    '】',
    'a',
    '["x","y"]',
  )
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  const junk = fc.oneof(
    fc.jsonValue(),
    fc.constant([{ matched_text: cite('a'), items: [{ url: 'file:///x' }] }]),
  )
  fc.assert(
    fc.property(text, junk, junk, junk, (given, content_references, citations, search_result_groups) => {
      const all = cited(given, { content_references, citations, search_result_groups }).join('')
      expect(all).not.toMatch(/[\ue200-\ue206]|file:/)
    }),
    { numRuns: 300, seed: 7 },
  )
})

test('100,000 marks without an end take no noticeable time', () => {
  const sources = CitationMarks.ofChatgpt({})
  const started = performance.now()
  sources.cited('\ue200cite\ue202'.repeat(100_000))
  sources.cited('【3†'.repeat(100_000))
  expect(performance.now() - started).toBeLessThan(2_000)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { findIn } from './message-matches'
import { snippetOf } from './snippet'
import { termOf, type SearchTerm } from './search-terms'
import { normalised } from '../tokenizer/index-text'
import { withMarks } from '../testing/searched-store'
import { anyText } from '../testing/any-text'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function termsOf(query: string): SearchTerm[] {
  return query.split(' ').flatMap((word) => termOf(word) ?? [])
}

function marked(text: string, query: string): string {
  return withMarks(snippetOf(findIn(normalised(text), termsOf(query))))
}

test('shows the place where most of the words are together, not the first word', () => {
  const text = `needle alone. ${'Something else is said here. '.repeat(20)}Then a needle, and thread too. ${'More. '.repeat(60)}`
  expect(marked(text, 'needle thread')).toMatch(/^….*Then a \[needle\], and \[thread\] too\. .*…$/)
})

test('is one line without invisible characters', () => {
  expect(marked('one\r\n\ttwo\u0000 \u202Eneedle\u2028three', 'needle')).toBe('one two [needle] three')
})

test('cuts a long line of code around the match', () => {
  const text = `${'a=b;'.repeat(2_000)}needle(x);${'c=d;'.repeat(2_000)}`
  const { snippet } = snippetOf(findIn(text, termsOf('needle')))
  expect(snippet.length).toBeLessThan(200)
  expect(marked(text, 'needle')).toMatch(/^…[ab=;]+\[needle\]\(x\);[cd=;]+…$/)
})

test('cuts within a word of a thousand letters if necessary', () => {
  const { snippet, highlights } = snippetOf(findIn(`so ${'x'.repeat(1_000)}`, termsOf('x'.repeat(64))))
  expect(snippet.length).toBeLessThan(200)
  expect(highlights).toEqual([[3, snippet.length - 1]])
})

test('highlights whole characters with their accents, joiners and modifiers', () => {
  expect(marked('so a\u0323\u0301 is', 'a')).toBe(`so [${'a\u0323\u0301'.normalize('NFC')}] is`)
  expect(marked('👨‍👩‍👧 family 👍🏽', 'family')).toBe('👨‍👩‍👧 [family] 👍🏽')
  expect(marked('so x\u20DD is', 'x')).toBe('so [x\u20DD] is')
})

test('highlights overlapping words only once', () => {
  expect(marked('an useSessionStore here', 'useSession SessionStore')).toBe('an [useSessionStore] here')
})

test('is the beginning of a text without a match', () => {
  expect(marked('nothing here', 'needle')).toBe('nothing here')
  expect(marked('', 'needle')).toBe('')
})

test('never cuts a character, and every highlight is within the line', () => {
  const text = fc.array(
    fc.oneof(
      anyText(30),
      fc.constantFrom(
        'needle',
        ' ',
        '\n',
        '👨‍👩‍👧',
        '🇩🇪🇫🇷',
        'e\u0301\u0301',
        '한국',
        'straße',
        'useNeedleStore',
        '界'.repeat(60),
        'x'.repeat(80),
      ),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(text, fc.constantFrom('needle', '界', 'strasse', 'x', '한', 'use'), (parts, query) => {
      const whole = normalised(parts.join(''))
      const { snippet, highlights } = snippetOf(findIn(whole, termsOf(query)))
      const line = whole.replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
      const body = snippet.replace(/^…/, '').replace(/…$/, '')
      const starts = new Set([...graphemes.segment(snippet)].map(({ index }) => index))
      const isWhole = (at: number) => at === snippet.length || starts.has(at)
      return (
        line.includes(body) &&
        highlights.every(([from, to], index) => {
          const before = highlights[index - 1]?.[1] ?? 0
          return before <= from && from < to && to <= snippet.length && isWhole(from) && isWhole(to)
        })
      )
    }),
  )
})

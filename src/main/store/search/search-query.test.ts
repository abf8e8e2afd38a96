import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseQuery } from './search-query'
import { noSymbols } from './search-terms'
import { anyText } from '../testing/any-text'

const now = new Date(2026, 10, 21, 15, 30).getTime()
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()

/** The parsed terms: words of a term joined, `*` where the last one may be unfinished. */
function terms(query: string): string[] {
  return parseQuery(query, now).terms.map(({ words, isPrefix }) => `${words.join(' ')}${isPrefix ? '*' : ''}`)
}

test.each([
  ['a single word may be unfinished', 'sess', ['sess*']],
  ['only the last word may be unfinished', 'new session', ['new', 'session*']],
  ['quotes make a phrase of complete words', '"new session"', ['new session']],
  ['typographic quotes work too', '“new session” log', ['new session', 'log*']],
  ['an unclosed quote is ignored', '"new session', ['new', 'session*']],
  ['a name is one term', 'useSessionStore', ['use session store*']],
  ['a path is one term', 'src/main/app.ts', ['src main app ts*']],
  ['a word before a bracket is complete', 'foo.bar()', ['foo bar']],
  ['a word before a symbol is complete', 'C++', ['c']],
  [
    'operators are words',
    'a AND b OR NOT c NEAR(d e, 2)',
    ['a', 'and', 'b', 'or', 'not', 'c', 'near d', 'e', '2'],
  ],
  ['symbols are ignored', '-foo ^bar* ba:z {col}:x', ['foo', 'bar', 'ba z', 'col x*']],
  ['characters of a script without spaces form a phrase of complete words', '日本語', ['日 本 語']],
  ['a repeated term is used once', 'foo "foo" foo', ['foo', 'foo*']],
  ['a lone surrogate and NUL separate words', 'a\ud800b\0c', ['a b c*']],
  ['blank text has no terms', ' \n ', []],
])('%s', (_name, query, expected) => {
  expect(terms(query)).toEqual(expected)
})

test('parses filters and excludes them from the terms', () => {
  const {
    filters,
    terms: left,
    problems,
  } = parseQuery('model:GPT-5 role:User title:"my notes" after:2026-02 before:2026-11-20 rest', now)
  expect(filters).toEqual({
    models: ['gpt-5'],
    roles: ['user'],
    title: [{ words: ['my', 'notes'], name: null, isPrefix: true, symbols: noSymbols }],
    after: day(2026, 2, 1),
    before: day(2026, 11, 20),
  })
  expect(left.map(({ words }) => words)).toEqual([['rest']])
  expect(problems).toEqual([])
})

test.each([
  ['2026', day(2026, 1, 1)],
  ['2026-11', day(2026, 11, 1)],
  ['2026-2-3', day(2026, 2, 3)],
  ['today', day(2026, 11, 21)],
  ['Yesterday', day(2026, 11, 20)],
])('before:%s means the start of that period', (given, moment) => {
  expect(parseQuery(`before:${given}`, now).filters.before).toBe(moment)
})

test.each(['before:foo', 'after:2026-02-30', 'after:2026-13', 'before:20261120', 'role:robot', 'title:́'])(
  'skips %s and reports it',
  (query) => {
    const { terms: left, filters, problems } = parseQuery(query, now)
    expect(left).toEqual([])
    expect(filters).toEqual({ models: [], roles: [], title: [], after: null, before: null })
    expect(problems).toEqual([expect.stringContaining(query)])
  },
)

test('treats a filter without a value, within a word or in quotes as text', () => {
  expect(terms('model: xmodel:a "role:user"')).toEqual(['model', 'xmodel a', 'role user'])
})

test('uses the narrower of two dates and either of two roles', () => {
  const { filters } = parseQuery('before:2026 before:2025 after:2020 after:2021 role:user role:tool', now)
  expect([filters.before, filters.after]).toEqual([day(2025, 1, 1), day(2021, 1, 1)])
  expect(filters.roles).toEqual(['user', 'tool'])
})

test('reports that a query of invisible characters contains nothing to search for', () => {
  expect(parseQuery('\u200b \u0301', now).problems).toHaveLength(1)
  expect(parseQuery('🙂 !?', now).problems).toEqual([])
  expect(parseQuery('', now).problems).toEqual([])
})

test('searches for the first words of a pasted page', () => {
  const { terms: read, problems } = parseQuery('文'.repeat(2_000), now)
  expect(read.flatMap(({ words }) => words)).toHaveLength(64)
  expect(problems).toEqual(['Only the first 64 words are used.'])
})

test('parses any text, and every term has words or symbols', () => {
  const word = /^[\p{L}\p{N}\p{Co}]+$/u
  fc.assert(
    fc.property(anyText(40), (text) =>
      parseQuery(text, now).terms.every(
        ({ words, symbols }) =>
          words.length + symbols.before.length > 0 && words.every((one) => word.test(one)),
      ),
    ),
  )
})

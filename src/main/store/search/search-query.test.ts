import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseQuery } from './search-query'
import { anyText } from '../testing/any-text'

const now = new Date(2026, 10, 21, 15, 30).getTime()
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()

/** The terms as they were understood: words together, `*` where the last one may go on. */
function terms(query: string): string[] {
  return parseQuery(query, now).terms.map(({ words, canGoOn }) => `${words.join(' ')}${canGoOn ? '*' : ''}`)
}

test.each([
  ['one word may go on', 'sess', ['sess*']],
  ['only the last word may go on', 'new session', ['new', 'session*']],
  ['quotes hold words together and end them', '"new session"', ['new session']],
  ['quotes as a phone types them', '“new session” log', ['new session', 'log*']],
  ['quotes that do not close are nothing', '"new session', ['new', 'session*']],
  ['a name is one term', 'useSessionStore', ['use session store*']],
  ['so is a path', 'src/main/app.ts', ['src main app ts*']],
  ['what a bracket ended does not go on', 'foo.bar()', ['foo bar']],
  ['nor what ends in a sign', 'C++', ['c']],
  [
    'operators are words',
    'a AND b OR NOT c NEAR(d e, 2)',
    ['a', 'and', 'b', 'or', 'not', 'c', 'near d', 'e', '2'],
  ],
  ['signs are nothing', '-foo ^bar* ba:z {col}:x', ['foo', 'bar', 'ba z', 'col x*']],
  ['characters without spaces stand together and are whole', '日本語', ['日 本 語']],
  ['twice the same is once', 'foo "foo" foo', ['foo', 'foo*']],
  ['half a character and NUL part words', 'a\ud800b\0c', ['a b c*']],
  ['nothing', ' \n ', []],
])('%s', (_name, query, expected) => {
  expect(terms(query)).toEqual(expected)
})

test('filters narrow and are no words', () => {
  const {
    filters,
    terms: left,
    problems,
  } = parseQuery('model:GPT-5 role:User title:"my notes" after:2026-02 before:2026-11-20 rest', now)
  expect(filters).toEqual({
    models: ['gpt-5'],
    roles: ['user'],
    title: [{ words: ['my', 'notes'], name: null, canGoOn: true }],
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
])('before:%s ends where that day begins', (given, moment) => {
  expect(parseQuery(`before:${given}`, now).filters.before).toBe(moment)
})

test.each(['before:foo', 'after:2026-02-30', 'after:2026-13', 'before:20261120', 'role:robot', 'title:…'])(
  '%s is left out, and that is said',
  (query) => {
    const { terms: left, filters, problems } = parseQuery(query, now)
    expect(left).toEqual([])
    expect(filters).toEqual({ models: [], roles: [], title: [], after: null, before: null })
    expect(problems).toEqual([expect.stringContaining(query)])
  },
)

test('a filter without a value, inside a word or in quotes is text', () => {
  expect(terms('model: xmodel:a "role:user"')).toEqual(['model', 'xmodel a', 'role user'])
})

test('of two days the narrower counts, of two roles either', () => {
  const { filters } = parseQuery('before:2026 before:2025 after:2020 after:2021 role:user role:tool', now)
  expect([filters.before, filters.after]).toEqual([day(2025, 1, 1), day(2021, 1, 1)])
  expect(filters.roles).toEqual(['user', 'tool'])
})

test('a query of signs alone says that there is nothing to find', () => {
  expect(parseQuery('🙂 !?', now).problems).toHaveLength(1)
  expect(parseQuery('', now).problems).toEqual([])
})

test('a pasted page is searched for by its first words', () => {
  const { terms: read, problems } = parseQuery('文'.repeat(2_000), now)
  expect(read.flatMap(({ words }) => words)).toHaveLength(64)
  expect(problems).toEqual(['Only the first 64 words are used.'])
})

test('any text can be read, and no term is without a word', () => {
  const word = /^[\p{L}\p{N}\p{Co}]+$/u
  fc.assert(
    fc.property(anyText(40), (text) =>
      parseQuery(text, now).terms.every(
        ({ words }) => words.length > 0 && words.every((one) => word.test(one)),
      ),
    ),
  )
})

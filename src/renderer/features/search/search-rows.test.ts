import { expect, test } from 'vitest'

import type { ComparisonId, MessageId, SessionId } from '../../../shared/ids'
import type { SearchHit } from '../../../shared/sessions/sessions'
import { searchSections, shortSnippet } from './search-rows'

function hit(fields: Partial<SearchHit>): SearchHit {
  return {
    sessionId: 's' as SessionId,
    sessionTitle: 'A chat',
    messageId: null,
    field: 'title',
    role: null,
    model: null,
    createdAt: 1,
    snippet: 'A chat',
    highlights: [],
    ...fields,
  }
}

const inMessage = (messageId: string, fields: Partial<SearchHit> = {}) =>
  hit({ messageId: messageId as MessageId, field: 'text', role: 'user', ...fields })

test('lists titles first, and each message opens at itself', () => {
  const sections = searchSections([inMessage('m1'), hit({}), inMessage('m2')])
  expect(sections.map(({ name, rows }) => [name, rows.map(({ view }) => view)])).toEqual([
    ['Titles', [{ kind: 'chat', sessionId: 's' }]],
    [
      'Messages',
      [
        { kind: 'chat', sessionId: 's', messageId: 'm1' },
        { kind: 'chat', sessionId: 's', messageId: 'm2' },
      ],
    ],
  ])
})

test('a hit in a pane opens its comparison', () => {
  const [section] = searchSections([inMessage('m1', { comparisonId: 'c' as ComparisonId })])
  expect(section?.rows[0]?.view).toEqual({
    kind: 'compare',
    comparisonId: 'c',
    pane: { sessionId: 's', messageId: 'm1' },
  })
})

test('passes the matches on, so that they can be shown in a long message', () => {
  const snippet = 'Where does the Heron nest?'
  const [section] = searchSections([
    inMessage('m1', {
      snippet,
      highlights: [
        [11, 14],
        [15, 20],
      ],
    }),
  ])
  expect(section?.rows[0]?.view).toEqual({
    kind: 'chat',
    sessionId: 's',
    messageId: 'm1',
    found: { passage: 'the Heron', words: ['heron', 'the'] },
  })
})

test('lists a message twice that matches in its text and in its reasoning', () => {
  const [section] = searchSections([inMessage('m1'), inMessage('m1', { field: 'reasoning' })])
  expect(new Set(section?.rows.map(({ id }) => id)).size).toBe(2)
})

const inPane = (pane: string, round: number, fields: Partial<SearchHit> = {}) =>
  inMessage(`${pane}${round}`, {
    sessionId: pane as SessionId,
    comparisonId: 'c' as ComparisonId,
    createdAt: round * 60_000,
    ...fields,
  })

const rows = (hits: SearchHit[]) => searchSections(hits).flatMap((section) => section.rows)

test('a question that several panes were asked is one row; asked twice, it is two, which differ in their time', () => {
  const panes = ['a', 'b', 'c'].map((pane) => inPane(pane, 1))
  expect(rows(panes).map(({ id, distinction }) => [id, distinction])).toEqual([['a-a1-text', null]])
  const twice = rows([...['a', 'b'].map((pane) => inPane(pane, 2)), ...panes])
  expect(twice.map(({ id }) => id)).toEqual(['a-a2-text', 'a-a1-text'])
  expect(new Set(twice.map(({ distinction }) => distinction)).size).toBe(2)
  const other = inPane('d', 1, { comparisonId: 'other' as ComparisonId, createdAt: 1 })
  expect(rows([...panes, other])).toHaveLength(2)
})

test('rows that would look the same are told apart by the exact time, otherwise by a number', () => {
  const answer = { role: 'assistant', model: 'demo/brief', createdAt: 1_000 } as const
  const hits = [
    inMessage('m1', answer),
    inMessage('m2', answer),
    inMessage('m3', { ...answer, createdAt: 61_000 }),
    inMessage('m4', { ...answer, snippet: 'Another' }),
  ]
  const shown = rows(hits).map(({ distinction }) => distinction)
  const [first = '', second, third, fourth] = shown
  expect([second, fourth]).toEqual([`${first} (2)`, null])
  expect(new Set([first, second, third]).size).toBe(3)
})

test('cuts a long start at a word for narrow columns and moves the highlights along', () => {
  const marked = (snippet: string, word: string) => {
    const at = snippet.indexOf(word)
    const short = shortSnippet(hit({ snippet, highlights: [[at, at + word.length]] }))
    return [short.snippet, short.highlights.map(([from, to]) => short.snippet.slice(from, to))]
  }
  expect(marked('Tell me how write-ahead logging matters', 'write-ahead')).toEqual([
    'Tell me how write-ahead logging matters',
    ['write-ahead'],
  ])
  expect(
    marked('What about Backpressure in Node streams? Tell me how write-ahead logging', 'write-ahead'),
  ).toEqual(['…Node streams? Tell me how write-ahead logging', ['write-ahead']])
  expect(marked(`${'x'.repeat(60)}heron and more`, 'heron')).toEqual(['…heron and more', ['heron']])
  expect(shortSnippet(hit({ snippet: 'nothing marked' })).snippet).toBe('nothing marked')
})

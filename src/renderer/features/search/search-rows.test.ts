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

import { expect, test } from 'vitest'

import type { ComparisonId, MessageId, SessionId } from '../../../shared/ids'
import type { SearchHit } from '../../../shared/sessions/sessions'
import { someHit } from '../../state/search/testing/some-hit'
import { searchRows } from './search-rows'

const inMessage = (messageId: string, fields: Partial<SearchHit> = {}) =>
  someHit({ messageId: messageId as MessageId, field: 'text', role: 'user', ...fields })

test('each message opens at itself', () => {
  expect(searchRows([inMessage('m1'), someHit({})]).map(({ view }) => view)).toEqual([
    { kind: 'chat', sessionId: 's', messageId: 'm1' },
    { kind: 'chat', sessionId: 's' },
  ])
})

test('a hit in a pane opens its comparison', () => {
  const [row] = searchRows([inMessage('m1', { comparisonId: 'c' as ComparisonId })])
  expect(row?.view).toEqual({
    kind: 'compare',
    comparisonId: 'c',
    pane: { sessionId: 's', messageId: 'm1' },
  })
})

test('passes the matches on, so that they can be shown in a long message', () => {
  const snippet = 'Where does the Heron nest?'
  const [row] = searchRows([
    inMessage('m1', {
      snippet,
      highlights: [
        [11, 14],
        [15, 20],
      ],
    }),
  ])
  expect(row?.view).toEqual({
    kind: 'chat',
    sessionId: 's',
    messageId: 'm1',
    found: { passage: 'the Heron', words: ['heron', 'the'] },
  })
})

test('lists a message twice that matches in its text and in its reasoning', () => {
  const rows = searchRows([inMessage('m1'), inMessage('m1', { field: 'reasoning' })])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
})

const inPane = (pane: string, round: number, fields: Partial<SearchHit> = {}) =>
  inMessage(`${pane}${round}`, {
    sessionId: pane as SessionId,
    comparisonId: 'c' as ComparisonId,
    createdAt: round * 60_000,
    ...fields,
  })

test('a question that several panes were asked is one row; asked twice, it is two, which differ in their time', () => {
  const panes = ['a', 'b', 'c'].map((pane) => inPane(pane, 1))
  expect(searchRows(panes).map(({ id, distinction }) => [id, distinction])).toEqual([['a-a1-text', null]])
  const twice = searchRows([...['a', 'b'].map((pane) => inPane(pane, 2)), ...panes])
  expect(twice.map(({ id }) => id)).toEqual(['a-a2-text', 'a-a1-text'])
  expect(new Set(twice.map(({ distinction }) => distinction)).size).toBe(2)
  const other = inPane('d', 1, { comparisonId: 'other' as ComparisonId, createdAt: 1 })
  expect(searchRows([...panes, other])).toHaveLength(2)
})

test('rows that would look the same are told apart by the exact time, otherwise by a number', () => {
  const answer = { role: 'assistant', model: 'demo/brief', createdAt: 1_000 } as const
  const hits = [
    inMessage('m1', answer),
    inMessage('m2', answer),
    inMessage('m3', { ...answer, createdAt: 61_000 }),
    inMessage('m4', { ...answer, snippet: 'Another' }),
  ]
  const shown = searchRows(hits).map(({ distinction }) => distinction)
  const [first = '', second, third, fourth] = shown
  expect([second, fourth]).toEqual([`${first} (2)`, null])
  expect(new Set([first, second, third]).size).toBe(3)
})

import { expect, test } from 'vitest'

import type { VoteId } from '../../shared/ids'
import type { Vote } from '../../shared/votes/votes'
import { parseVoteCsv, toVoteCsv } from './vote-file'

function vote(names: string[], judged: Pick<Vote, 'result' | 'chosen'>, more: Partial<Vote> = {}): Vote {
  const shown = names.map((key) => ({
    contestant: { key },
    paneId: null,
    messageId: null,
    chars: null,
    costUsd: null,
  }))
  return {
    id: 'v' as VoteId,
    comparisonId: null,
    shown,
    why: null,
    tags: [],
    isBlind: false,
    at: Date.UTC(2026, 0, 2),
    ...judged,
    ...more,
  }
}

function pairs(csv: string): string[] {
  return parseVoteCsv(csv).rows.map(({ a, b, result }) => `${a} ${b} ${result}`)
}

test('a vote between several is exported as the pairs that it decides', () => {
  const three = ['A', 'B', 'C']
  const csv = (judged: Pick<Vote, 'result' | 'chosen'>) => pairs(toVoteCsv([vote(three, judged)]))
  expect(csv({ result: 'best', chosen: [1] })).toEqual(['A B b', 'B C a'])
  expect(csv({ result: 'order', chosen: [2, 0, 1] })).toEqual(['A B a', 'A C b', 'B C b'])
  expect(csv({ result: 'order', chosen: [2, 0] })).toEqual(['A B a', 'A C b', 'B C b'])
  expect(csv({ result: 'tie', chosen: [0, 2] })).toEqual(['A B a', 'A C tie', 'B C b'])
  expect(csv({ result: 'all-bad', chosen: [] })).toEqual([])
})

const howAt = (index: number): Pick<Vote, 'how'> => (index % 3 === 0 ? { how: 'rendered' } : {})

test('names, tags, times, blindness and how answers were shown survive a round trip, whatever the names contain', () => {
  const names = [
    '=HYPERLINK("http://127.0.0.1")',
    '+1',
    "'quoted",
    'a,b\n"c"',
    '__proto__',
    'Größe 😀',
    '＝1',
  ]
  const votes = names.map((name, index) =>
    vote(
      [name, 'other'],
      { result: 'best', chosen: [0] },
      { tags: ['code', 'long text', String.raw`a;b\;c\d`], isBlind: index % 2 === 0, ...howAt(index) },
    ),
  )
  const csv = toVoteCsv(votes)
  expect(csv).not.toMatch(/^"?=/m)
  expect(parseVoteCsv(csv)).toEqual({
    rows: names.map((a, index) => ({
      a,
      b: 'other',
      result: 'a',
      tags: ['code', 'long text', String.raw`a;b\;c\d`],
      at: Date.UTC(2026, 0, 2),
      isBlind: index % 2 === 0,
      ...howAt(index),
    })),
    problems: [],
  })
})

test('columns may come in any order and case, and rows that are not votes are counted', () => {
  const csv = [
    '\uFEFFResult,B,A,at',
    'a,two,one,1700000000000',
    'TIE,two,one,',
    'a,one,one,',
    'c,two,one,',
    'a,,one,',
    `a,two,${'x'.repeat(501)},`,
    'a,two,one,row 5',
    'a,two,one,99999999999999999999',
    'b,two',
    '',
  ].join('\r\n')
  const { rows, problems } = parseVoteCsv(csv)
  expect(rows.map(({ result, at }) => [result, at])).toEqual([
    ['a', 1_700_000_000_000],
    ['tie', null],
  ])
  expect(problems).toEqual([
    { row: 3, reason: 'same-names' },
    { row: 4, reason: 'wrong-result' },
    { row: 5, reason: 'name-missing' },
    { row: 6, reason: 'name-too-long' },
    { row: 7, reason: 'wrong-time' },
    { row: 8, reason: 'wrong-time' },
    { row: 9, reason: 'name-missing' },
  ])
})

test.each([';', '\t'])('columns may be separated by %j, and a name may contain commas', (delimiter) => {
  const line = (...cells: string[]) => cells.join(delimiter)
  const csv = [line('a', 'b', 'result', 'tag'), line('one, 1', 'two', 'a', ''), line('one, 1', '', 'a', '')]
  const { rows, problems } = parseVoteCsv(csv.join('\r\n'))
  expect(rows.map(({ a, b, result }) => [a, b, result])).toEqual([['one, 1', 'two', 'a']])
  expect(problems).toEqual([{ row: 2, reason: 'name-missing' }])
})

test('replaces lone surrogates, as the store does, so that the same vote is recognised', () => {
  const { rows } = parseVoteCsv('a,b,result,tag\n\uD800x,y,a,\uDC00')
  expect(rows).toMatchObject([{ a: '\uFFFDx', tags: ['\uFFFD'] }])
})

test.each([
  ['', 'votes-columns'],
  ['x,y\n1,2', 'votes-columns'],
  ['a,b,result\n"open,b,a', 'votes-not-csv'],
  ['x'.repeat(100_100), 'votes-not-csv'],
])('refuses a file that has no votes: %.40j', (csv, reason) => {
  expect(() => parseVoteCsv(csv)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', data: expect.objectContaining({ reason }) }),
  )
})

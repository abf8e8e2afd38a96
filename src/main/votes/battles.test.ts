import { expect, test } from 'vitest'

import { readBattles } from './battles'

const said = (question: string, answer: unknown) => [
  { role: 'user', content: question },
  { role: 'assistant', content: answer },
]

test('battles are read from JSON, with their results, times, languages and the lengths of their answers', () => {
  const rows = [
    {
      question_id: '1',
      model_a: 'gpt',
      model_b: 'claude',
      winner: 'model_b',
      judge: 'arena_user_1',
      conversation_a: said('Hi', 'Hello'),
      conversation_b: said('Hi', [{ type: 'text', text: 'Hey' }]),
      language: 'English',
      tstamp: 1_682_351_591.1322,
      anony: true,
    },
    { model_a: 'gpt', model_b: 'claude', winner: 'tie (bothbad)', tstamp: '2026-01-02 03:04:05' },
    { model_a: 'gpt', model_b: 'claude', winner: 'Both_Bad', anony: 'True' },
    { model_a: 'gpt', model_b: 'claude', winner: 'tie', language: 'unknown' },
    { model_a: 'gpt', model_b: 'gpt', winner: 'tie' },
    { model_a: 'gpt', winner: 'tie' },
    { model_a: 'gpt', model_b: 'claude', winner: 'constructor' },
    { model_a: 'gpt', model_b: 'claude', winner: 'model_a', tstamp: {} },
    'no row',
  ]
  const fromList = readBattles(JSON.stringify(rows))
  expect(
    fromList?.rows.map(({ id: _id, prompt, ...row }) => ({ ...row, hasPrompt: prompt !== undefined })),
  ).toEqual([
    {
      a: 'gpt',
      b: 'claude',
      result: 'b',
      tags: ['English'],
      at: 1_682_351_591_132,
      isBlind: true,
      chars: [5, 3],
      hasPrompt: true,
    },
    {
      a: 'gpt',
      b: 'claude',
      result: 'all-bad',
      tags: [],
      at: Date.parse('2026-01-02 03:04:05'),
      isBlind: false,
      chars: [null, null],
      hasPrompt: false,
    },
    {
      a: 'gpt',
      b: 'claude',
      result: 'all-bad',
      tags: [],
      at: null,
      isBlind: true,
      chars: [null, null],
      hasPrompt: false,
    },
    {
      a: 'gpt',
      b: 'claude',
      result: 'tie',
      tags: [],
      at: null,
      isBlind: false,
      chars: [null, null],
      hasPrompt: false,
    },
  ])
  expect(fromList?.problems).toEqual([
    { row: 5, reason: 'same-names' },
    { row: 6, reason: 'name-missing' },
    { row: 7, reason: 'wrong-result' },
    { row: 8, reason: 'wrong-time' },
    { row: 9, reason: 'wrong-result' },
  ])
  expect(readBattles(rows.map((row) => JSON.stringify(row)).join('\n'))).toEqual(fromList)
})

test('battles in CSV may have columns for each result, and texts in JSON with line breaks', () => {
  const csv =
    'id,model_a,model_b,prompt,response_a,response_b,winner_model_a,winner_model_b,winner_tie\r\n' +
    '1,gpt,claude,"[""Who?\nWhy?"",""More""]","[""a"",""bcd""]",plain,0,0,1\r\n' +
    '2,gpt,claude,"[""Who?\nWhy?"",""More""]",,,1,0,0\r\n'
  const read = readBattles(csv)
  expect(read?.rows).toMatchObject([
    { result: 'tie', chars: [3, 5] },
    { result: 'a', chars: [0, 0] },
  ])
  expect(read?.rows[0]?.prompt).toBe(read?.rows[1]?.prompt)
})

test('other files are not taken for battles', () => {
  for (const text of [
    'a,b,result\nx,y,a',
    '[1, 2]',
    '{"a": "model_a"}',
    '',
    '[',
    '{"prompt": "x"}\nnot JSON',
  ]) {
    expect(readBattles(text)).toBeNull()
  }
})

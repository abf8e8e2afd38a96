import { expect, test } from 'vitest'

import type { Message, Metrics, Part } from '../../../../shared/sessions/messages'
import { replayTrack, textUntil } from './replay-dialog'

function track(parts: Part[], metrics?: Metrics) {
  return replayTrack({ role: 'assistant', parts, ...(metrics === undefined ? {} : { metrics }) } as Message)
}

const text = (value: string): Part => ({ type: 'text', text: value })
const known = { tokensPerSecond: null }

test('an answer grows as recorded, with its pauses', () => {
  const growth = [
    [100, 2],
    [200, 4],
    [900, 4.5],
    [1_000, 10],
  ] as const
  const shown = track([text('0123456789')], { ...known, ttftMs: 100, durationMs: 1_000, growth })
  expect(shown.isEven).toBe(false)
  expect([0, 99, 100, 150, 200, 850, 1_000].map((atMs) => textUntil(shown, atMs).text)).toEqual([
    '',
    '',
    '01',
    '012',
    '0123',
    '0123',
    '0123456789',
  ])
})

test('without recorded growth, an answer is shown at a steady pace between its known times', () => {
  const reasoning: Part = { type: 'reasoning', text: 'thinking' }
  const shown = track([reasoning, text('0123456789')], {
    ...known,
    ttftMs: 100,
    firstTextMs: 200,
    durationMs: 1_200,
  })
  expect(shown.isEven).toBe(true)
  expect([50, 150, 700, 1_200].map((atMs) => textUntil(shown, atMs))).toEqual([
    { text: '', state: 'waiting' },
    { text: '', state: 'thinking' },
    { text: '01234', state: 'writing' },
    { text: '0123456789', state: 'ended' },
  ])
})

test.each<[string, Metrics | undefined]>([
  ['no times', undefined],
  ['impossible times', { ...known, ttftMs: 5_000, firstTextMs: -1, durationMs: 1_000 }],
  [
    'a growth that falls',
    {
      ...known,
      ttftMs: 9,
      durationMs: 1_000,
      growth: [
        [900, 5],
        [100, 9],
        [2_000, 1e308],
      ],
    },
  ],
])('an answer with %s ends with its whole text and never shows more', (_name, metrics) => {
  const shown = track([text('0123456789')], metrics)
  for (let atMs = 0; atMs <= 1_000; atMs += 50) {
    expect('0123456789'.startsWith(textUntil(shown, atMs).text)).toBe(true)
  }
  expect(textUntil(shown, shown.endMs)).toEqual({ text: '0123456789', state: 'ended' })
})

test('never splits an emoji', () => {
  const shown = track([text('😀😀')], { ...known, ttftMs: 0, durationMs: 400 })
  expect([100, 200, 300].map((atMs) => textUntil(shown, atMs).text)).toEqual(['', '😀', '😀'])
})

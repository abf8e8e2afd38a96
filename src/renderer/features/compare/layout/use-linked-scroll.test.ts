import { expect, test } from 'vitest'

import { followedPx, type ScrolledPane } from './use-linked-scroll'

const pane = (turns: [key: string, topPx: number][], mostPx: number): ScrolledPane => ({
  turns: turns.map(([key, topPx]) => ({ key, topPx })),
  mostPx,
})
const long = pane(
  [
    ['one', 0],
    ['two', 1_000],
  ],
  3_000,
)
const short = pane(
  [
    ['one', 0],
    ['two', 200],
  ],
  400,
)

test('aligns the start, each question and the end, however long the answers are', () => {
  expect([0, 500, 1_000, 2_000, 3_000].map((atPx) => followedPx(long, short, atPx))).toEqual([
    0, 100, 200, 300, 400,
  ])
  expect([0, 100, 200, 300, 400].map((atPx) => followedPx(short, long, atPx))).toEqual([
    0, 500, 1_000, 2_000, 3_000,
  ])
})

test('scrolls others evenly past a question that only one pane was asked', () => {
  const alone = pane(
    [
      ['one', 0],
      ['only here', 400],
      ['two', 1_000],
    ],
    2_000,
  )
  expect(followedPx(alone, short, 500)).toBe(100)
  expect(followedPx(alone, short, 1_000)).toBe(200)
})

test('distinguishes the same question asked twice', () => {
  const twice = pane(
    [
      ['again', 0],
      ['again', 500],
    ],
    1_000,
  )
  expect(followedPx(twice, twice, 500)).toBe(500)
})

test('scrolls panes without a common question in proportion to their length', () => {
  expect(followedPx(pane([['a', 0]], 1_000), pane([['b', 0]], 100), 500)).toBe(50)
})

test('does not scroll a pane that fits its view', () => {
  expect(followedPx(long, pane([['one', 0]], 0), 2_000)).toBe(0)
  // A question near the end cannot scroll to the top.
  expect(
    followedPx(
      pane(
        [
          ['one', 0],
          ['two', 900],
        ],
        300,
      ),
      short,
      300,
    ),
  ).toBe(400)
})

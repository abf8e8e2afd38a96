import { expect, test } from 'vitest'

import { followedPx, type ScrolledPane } from './turn-scroll'

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

test('the beginning, each question and the end stand at the top together, however long the answers are', () => {
  expect([0, 500, 1_000, 2_000, 3_000].map((atPx) => followedPx(long, short, atPx))).toEqual([
    0, 100, 200, 300, 400,
  ])
  expect([0, 100, 200, 300, 400].map((atPx) => followedPx(short, long, atPx))).toEqual([
    0, 500, 1_000, 2_000, 3_000,
  ])
})

test('a question that one pane was asked alone moves the others evenly from the one before to the one after', () => {
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

test('the same question asked twice is not taken for itself', () => {
  const twice = pane(
    [
      ['again', 0],
      ['again', 500],
    ],
    1_000,
  )
  expect(followedPx(twice, twice, 500)).toBe(500)
})

test('panes without a question in common go by their length', () => {
  expect(followedPx(pane([['a', 0]], 1_000), pane([['b', 0]], 100), 500)).toBe(50)
})

test('a pane that is all in view stays where it is', () => {
  expect(followedPx(long, pane([['one', 0]], 0), 2_000)).toBe(0)
  // A question near the end cannot come to the top of its view.
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

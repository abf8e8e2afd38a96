import { expect, test } from 'vitest'

import { drawnIndexes } from './use-virtual-rows'

const inView = { startIndex: 2_000, endIndex: 2_004, overscan: 2, count: 5_000, lanes: 1 }
const nearView = [1_998, 1_999, 2_000, 2_001, 2_002, 2_003, 2_004, 2_005, 2_006]

test('draws only the rows near the view, and the focused row in its place', () => {
  expect(drawnIndexes(inView, { always: [4_999], wholeUpTo: 0 })).toEqual([...nearView, 4_999])
  expect(drawnIndexes(inView, { always: [7, 2_001, 7], wholeUpTo: 0 })).toEqual([7, ...nearView])
})

test('does not draw a row that does not exist', () => {
  expect(drawnIndexes(inView, { always: [-1, 5_000], wholeUpTo: 0 })).toEqual(nearView)
})

test('a short list is drawn whole, so that nothing in it is ever missing', () => {
  const short = { startIndex: 0, endIndex: 1, overscan: 0, count: 150, lanes: 1 }
  expect(drawnIndexes(short, { always: [], wholeUpTo: 200 })).toHaveLength(150)
  expect(drawnIndexes(short, { always: [], wholeUpTo: 149 })).toEqual([0, 1])
})

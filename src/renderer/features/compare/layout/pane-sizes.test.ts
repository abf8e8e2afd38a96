import { expect, test } from 'vitest'

import { evenSizes, partsAt, withEdgeCentred, withEdgeMoved } from './pane-sizes'

const rounded = (parts: readonly number[]) => parts.map((part) => Math.round(part * 1_000) / 1_000)

test('moving an edge resizes only its two neighbours', () => {
  const sizes = withEdgeMoved(evenSizes([4]), { kind: 'column', row: 0, column: 1 }, 0.1)
  expect(rounded(sizes.columns[0] ?? [])).toEqual([0.25, 0.35, 0.15, 0.25])
})

test('an edge cannot shrink a pane to nothing', () => {
  const edge = { kind: 'row', row: 0 } as const
  expect(rounded(withEdgeMoved(evenSizes([2, 2]), edge, 5).rows)).toEqual([0.88, 0.12])
  expect(rounded(withEdgeMoved(evenSizes([2, 2]), edge, -5).rows)).toEqual([0.12, 0.88])
})

test('rows with equally many panes share columns, and a shorter last row has its own', () => {
  const even = evenSizes([3, 3, 2])
  const sizes = withEdgeMoved(even, { kind: 'column', row: 0, column: 0 }, 0.1)
  expect(sizes.columns[1]).toEqual(sizes.columns[0])
  expect(sizes.columns[2]).toEqual([0.5, 0.5])
})

test('resetting an edge divides the space of its neighbours evenly', () => {
  const edge = { kind: 'column', row: 0, column: 0 } as const
  const dragged = withEdgeMoved(evenSizes([3]), edge, 0.2)
  const { before, after } = partsAt(withEdgeCentred(dragged, edge), edge)
  expect(rounded([before, after])).toEqual([0.333, 0.333])
})

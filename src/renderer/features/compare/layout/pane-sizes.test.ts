import { expect, test } from 'vitest'

import { evenSizes, partsAt, withEdgeCentred, withEdgeMoved, saveSizes, savedSizes } from './pane-sizes'
import type { ComparisonId } from '../../../../shared/ids'

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

const one = 'one' as ComparisonId
const wide = withEdgeMoved(evenSizes([3]), { kind: 'column', row: 0, column: 0 }, 0.2)

function openStorage(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

test('keeps the sizes of each comparison when the view is left', () => {
  const storage = openStorage()
  saveSizes(storage, one, [3], wide)
  saveSizes(storage, 'other' as ComparisonId, [2], evenSizes([2]))
  expect(savedSizes(storage, one, [3])).toEqual(wide)
})

test('ignores sizes for other rows and restores them with those rows', () => {
  const storage = openStorage()
  saveSizes(storage, one, [3], wide)
  expect(savedSizes(storage, one, [2, 1])).toEqual(evenSizes([2, 1]))
  saveSizes(storage, one, [2, 2], evenSizes([2, 2]))
  expect(savedSizes(storage, one, [3])).toEqual(wide)
})

test('limits how many comparisons are stored', () => {
  const storage = openStorage()
  for (let index = 0; index < 60; index += 1) saveSizes(storage, `c${index}` as ComparisonId, [3], wide)
  expect(savedSizes(storage, 'c0' as ComparisonId, [3])).toEqual(evenSizes([3]))
  expect(savedSizes(storage, 'c59' as ComparisonId, [3])).toEqual(wide)
})

test('tolerates data from other versions or manual edits', () => {
  const wrong = [
    '',
    'null',
    '[null]',
    '[{"comparisonId":"one","rows":[3],"sizes":{"rows":[1],"columns":[[1]]}}]',
    '[{"comparisonId":"one","rows":[3],"sizes":{"rows":[1],"columns":[[-1,1,1]]}}]',
    '[{"comparisonId":"one","rows":[3],"sizes":{"rows":[1]}}]',
  ]
  for (const text of wrong) {
    expect(savedSizes(openStorage({ 'parley.pane-sizes': text }), one, [3])).toEqual(evenSizes([3]))
  }
})

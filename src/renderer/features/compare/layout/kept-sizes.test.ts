import { expect, test } from 'vitest'

import type { ComparisonId } from '../../../../shared/ids'
import { keepSizes, keptSizes } from './kept-sizes'
import { evenSizes, withEdgeMoved } from './pane-sizes'

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
  keepSizes(storage, one, [3], wide)
  keepSizes(storage, 'other' as ComparisonId, [2], evenSizes([2]))
  expect(keptSizes(storage, one, [3])).toEqual(wide)
})

test('ignores sizes for other rows and restores them with those rows', () => {
  const storage = openStorage()
  keepSizes(storage, one, [3], wide)
  expect(keptSizes(storage, one, [2, 1])).toEqual(evenSizes([2, 1]))
  expect(keptSizes(storage, one, [3])).toEqual(wide)
})

test('limits how many comparisons are stored', () => {
  const storage = openStorage()
  for (let index = 0; index < 60; index += 1) keepSizes(storage, `c${index}` as ComparisonId, [3], wide)
  expect(keptSizes(storage, 'c0' as ComparisonId, [3])).toEqual(evenSizes([3]))
  expect(keptSizes(storage, 'c59' as ComparisonId, [3])).toEqual(wide)
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
    expect(keptSizes(openStorage({ 'parley.pane-sizes': text }), one, [3])).toEqual(evenSizes([3]))
  }
})

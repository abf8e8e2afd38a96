import { expect, test } from 'vitest'

import type { ComparisonId } from '../../../../shared/ids'
import { saveSizes, savedSizes } from './saved-sizes'
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
  saveSizes(storage, one, [3], wide)
  saveSizes(storage, 'other' as ComparisonId, [2], evenSizes([2]))
  expect(savedSizes(storage, one, [3])).toEqual(wide)
})

test('ignores sizes for other rows and restores them with those rows', () => {
  const storage = openStorage()
  saveSizes(storage, one, [3], wide)
  expect(savedSizes(storage, one, [2, 1])).toEqual(evenSizes([2, 1]))
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

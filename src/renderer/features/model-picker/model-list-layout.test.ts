import { expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models/models'
import { headingHeightPx, layOut, optionHeightPx, optionsInView, placeOf } from './model-list-layout'
import { groupModels } from './model-options'

function models(count: number): ModelInfo[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${index % 2 === 0 ? 'a' : 'b'}/${index}`,
    providerId: index % 2 === 0 ? 'a' : 'b',
    providerName: index % 2 === 0 ? 'A' : 'B',
    name: String(index),
    isScripted: false,
    isLocal: false,
  }))
}

function drawn(count: number, seen: { top: number; height: number }): string[] {
  const layout = layOut(groupModels(models(count), ''))
  return layout.groups.flatMap((group) =>
    optionsInView(group, layout.count, seen).map(({ model, position }) => `${position} ${model.id}`),
  )
}

test('renders only options near the visible part of a long list, with their real positions', () => {
  const all = drawn(5_000, { top: 0, height: 1_000_000 })
  expect(all).toHaveLength(5_000)
  const some = drawn(5_000, { top: 90_000, height: 380 })
  expect(some.length).toBeLessThan(50)
  const [first = ''] = some
  expect(all.slice(all.indexOf(first), all.indexOf(first) + some.length)).toEqual(some)
})

test('renders a short list completely', () => {
  expect(drawn(150, { top: 0, height: 0 })).toHaveLength(150)
})

test('returns the position of an option, including the heading for the first one', () => {
  const layout = layOut(groupModels(models(10), ''))
  expect(placeOf(layout, 'a/2')).toEqual({
    topPx: headingHeightPx + optionHeightPx,
    bottomPx: headingHeightPx + 2 * optionHeightPx,
  })
  expect(placeOf(layout, 'b/1')).toEqual({
    topPx: headingHeightPx + 5 * optionHeightPx,
    bottomPx: 2 * headingHeightPx + 6 * optionHeightPx,
  })
  expect(placeOf(layout, 'c/1')).toBeNull()
})

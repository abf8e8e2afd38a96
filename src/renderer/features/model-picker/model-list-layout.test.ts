import { expect, test } from 'vitest'

import type { ModelInfo } from '../../../shared/models/models'
import { drawnGroups, headingHeightPx, rowsOf } from './model-list-layout'
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

const rows = rowsOf(groupModels(models(10), ''))
const places = rows.map((row, index) => ({
  row,
  topPx: rows.slice(0, index).reduce((sum, { heightPx }) => sum + heightPx, 0),
}))

test('each option knows its position among all and in its group', () => {
  const positions = rows.flatMap((row) =>
    row.kind === 'option' ? [[row.model.id, row.position, row.positionInGroup]] : [],
  )
  expect(positions).toEqual([
    ['a/0', 1, 1],
    ['a/2', 2, 2],
    ['a/4', 3, 3],
    ['a/6', 4, 4],
    ['a/8', 5, 5],
    ['b/1', 6, 1],
    ['b/3', 7, 2],
    ['b/5', 8, 3],
    ['b/7', 9, 4],
    ['b/9', 10, 5],
  ])
})

test('the box of a group encloses all of it, and has a heading only where that is drawn', () => {
  const drawn = drawnGroups(places.slice(3, 9))
  const optionPx = rows[1]?.heightPx ?? 0
  const heightPx = headingHeightPx + 5 * optionPx
  expect(
    drawn.map(({ group, options, ...box }) => ({
      ...box,
      name: group.name,
      options: options.map(({ option, topPx }) => [option.model.id, topPx]),
    })),
  ).toEqual([
    {
      name: 'A',
      topPx: 0,
      heightPx,
      hasHeading: false,
      options: [
        ['a/4', headingHeightPx + 2 * optionPx],
        ['a/6', headingHeightPx + 3 * optionPx],
        ['a/8', headingHeightPx + 4 * optionPx],
      ],
    },
    {
      name: 'B',
      topPx: heightPx,
      heightPx,
      hasHeading: true,
      options: [
        ['b/1', headingHeightPx],
        ['b/3', headingHeightPx + optionPx],
      ],
    },
  ])
})

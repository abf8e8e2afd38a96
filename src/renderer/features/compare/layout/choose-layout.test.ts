import { expect, test } from 'vitest'

import { chooseLayout, stripAcross } from './choose-layout'

/** The rest of a window next to the sidebar. */
const view = (width: number, height: number) => ({ width: width - 256, height })
const shape = (count: number, width: number, height: number) => {
  const layout = chooseLayout(count, view(width, height))
  return layout.kind === 'strip' ? 'strip' : layout.rows.join('+')
}
const shapes = (width: number, height: number) =>
  [2, 3, 4, 5, 6, 7, 8].map((count) => shape(count, width, height))

test('uses columns, then rows, then one at a time, depending on their number and the space', () => {
  expect(shapes(900, 600)).toEqual(['2', 'strip', 'strip', 'strip', 'strip', 'strip', 'strip'])
  expect(shapes(1280, 720)).toEqual(['2', '3', '2+2', '3+2', '3+3', 'strip', 'strip'])
  expect(shapes(1440, 900)).toEqual(['2', '3', '4', '3+2', '3+3', '4+3', '4+4'])
  expect(shapes(2560, 1440)).toEqual(['2', '3', '4', '5', '6', '4+3', '4+4'])
})

test('stacks panes in a narrow, tall window', () => {
  expect(chooseLayout(2, { width: 400, height: 900 })).toEqual({ kind: 'rows', rows: [1, 1] })
})

test('uses low rows before the first answer, so that all panes are reachable', () => {
  expect(chooseLayout(8, { width: 644, height: 600 }, 100)).toEqual({ kind: 'rows', rows: [2, 2, 2, 2] })
})

test('balances the rows of the strip', () => {
  expect([stripAcross(8, 644), stripAcross(5, 644), stripAcross(6, 644), stripAcross(8, 1024)]).toEqual([
    4, 5, 3, 8,
  ])
  expect(stripAcross(3, 100)).toBe(1)
})

import { expect, test } from 'vitest'

import { chooseLayout, type PaneArrangement, stripAcross } from './choose-layout'

/** The rest of a window next to the sidebar. */
const view = (width: number, height: number) => ({ width: width - 256, height })
const wanted = (arrangement: PaneArrangement, count: number, width: number, height: number) => {
  const layout = chooseLayout(count, view(width, height), { arrangement })
  return layout.kind === 'strip' ? 'strip' : layout.rows.join('+')
}
const shapes = (width: number, height: number) =>
  [2, 3, 4, 5, 6, 7, 8].map((count) => wanted('auto', count, width, height))

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
  expect(chooseLayout(8, { width: 644, height: 600 }, { minRowPx: 100 })).toEqual({
    kind: 'rows',
    rows: [2, 2, 2, 2],
  })
})

test('panes that show pages are rather narrow than low', () => {
  const shapeOf = (count: number, width: number, height: number) =>
    chooseLayout(count, view(width, height), { showsPages: true })
  expect(shapeOf(4, 1200, 700)).toEqual({ kind: 'rows', rows: [4] })
  expect(shapeOf(6, 1200, 700)).toEqual({ kind: 'rows', rows: [3, 3] })
  expect(shapeOf(8, 2560, 1440)).toEqual({ kind: 'rows', rows: [4, 4] })
  const grid = chooseLayout(4, view(1200, 700), { showsPages: true, arrangement: 'grid' })
  expect(grid).toEqual({ kind: 'rows', rows: [2, 2] })
})

test('balances the rows of the strip', () => {
  expect([stripAcross(8, 644), stripAcross(5, 644), stripAcross(6, 644), stripAcross(8, 1024)]).toEqual([
    4, 5, 3, 8,
  ])
  expect(stripAcross(3, 100)).toBe(1)
})

test('keeps to what the user wants, as long as the panes can be read', () => {
  expect([2, 3, 4, 5].map((count) => wanted('grid', count, 2560, 1440))).toEqual(['2', '2+1', '2+2', '2+2+1'])
  expect(wanted('columns', 6, 1440, 900)).toBe('6')
  expect(wanted('columns', 3, 900, 600)).toBe('3')
  expect(wanted('columns', 4, 900, 600)).toBe('strip')
  expect(wanted('grid', 4, 900, 600)).toBe('2+2')
  expect(wanted('grid', 8, 900, 600)).toBe('strip')
  expect(wanted('single', 2, 2560, 1440)).toBe('strip')
})

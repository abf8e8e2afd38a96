import type { CSSProperties } from 'react'

import type { PaneEdge, PaneSizes } from './pane-sizes'

/** The size of the whole view in pixels, including title bar and composer. */
export interface ViewSize {
  width: number
  height: number
}

/** What the user wants: what suits the space, always columns or two panes in a row, or one pane at a time. */
export const paneArrangements = ['auto', 'columns', 'grid', 'single'] as const
export type PaneArrangement = (typeof paneArrangements)[number]

/** The arrangement of panes: rows with a number of panes each, or one large pane below a strip of all. */
type PaneLayout = { kind: 'rows'; rows: readonly number[] } | { kind: 'strip' }

/** In a narrower pane, an answer breaks after almost every word. */
const minWidthPx = 280
/** More than a few columns need more space each, or a second row is better. */
const fewPanes = 4
const columnOfManyPx = 340
/** The height of the title bar and an empty composer. A longer draft does not change the layout. */
const barsPx = 160
/** In a lower pane, there is no space for an answer. */
const minHeightPx = 260
/** In a lower pane, little of a page is seen below the bars of the pane. */
const pageHeightPx = 420
/** Panes that the user wants to have side by side may be smaller. */
const leastChosen = { widthPx: 180, heightPx: 160 }

/**
 * The arrangement, if there is room for it, otherwise columns if they fit, then rows of columns, then one at a time.
 * `minRowPx` is the minimum row height. Panes that show pages are rather narrow than low.
 */
export function chooseLayout(
  count: number,
  view: ViewSize,
  {
    arrangement = 'auto',
    minRowPx = minHeightPx,
    showsPages = false,
  }: {
    arrangement?: PaneArrangement | undefined
    minRowPx?: number | undefined
    showsPages?: boolean | undefined
  } = {},
): PaneLayout {
  const { width, height } = view
  if (arrangement === 'single') return { kind: 'strip' }
  if (arrangement !== 'auto' && hasRoomFor(arrangement, count, view)) {
    return { kind: 'rows', rows: split(count, rowsOf(arrangement, count)) }
  }
  const columnPx = count <= fewPanes ? minWidthPx : columnOfManyPx
  if (count * columnPx <= width) return { kind: 'rows', rows: [count] }
  const across = Math.max(1, Math.floor(width / minWidthPx))
  const rowCount = Math.max(2, Math.ceil(count / across))
  const rowPx = (height - barsPx) / rowCount
  const isLowForPages = showsPages && arrangement === 'auto' && rowPx < pageHeightPx
  if (isLowForPages && hasRoomFor('columns', count, view)) return { kind: 'rows', rows: [count] }
  if (rowPx < minRowPx) return { kind: 'strip' }
  return { kind: 'rows', rows: split(count, rowCount) }
}

/** Whether `count` panes can be arranged like this without being too small to read. */
export function hasRoomFor(
  arrangement: PaneArrangement,
  count: number,
  { width, height }: ViewSize,
): boolean {
  if (arrangement === 'auto' || arrangement === 'single') return true
  const rowCount = rowsOf(arrangement, count)
  const isHigh = rowCount === 1 || (height - barsPx) / rowCount >= leastChosen.heightPx
  return isHigh && width / Math.ceil(count / rowCount) >= leastChosen.widthPx
}

function rowsOf(arrangement: 'columns' | 'grid', count: number): number {
  return arrangement === 'columns' ? 1 : Math.ceil(count / 2)
}

/** `count` panes in this many rows, the longer ones first. */
function split(count: number, rowCount: number): number[] {
  const least = Math.floor(count / rowCount)
  const longerRows = count % rowCount
  return Array.from({ length: rowCount }, (_, row) => least + (row < longerRows ? 1 : 0))
}

/** The number of columns of the strip for `count` panes, with balanced rows. */
export function stripAcross(count: number, width: number): number {
  const narrowestThumbPx = 128
  const most = Math.max(1, Math.floor(width / narrowestThumbPx))
  return Math.ceil(count / Math.ceil(count / most))
}

/** A position within the pane area, in CSS units. */
export type PanePlace = Pick<CSSProperties, 'left' | 'top' | 'width' | 'height'>

/** The position of each pane, in order. */
export function placesInRows(sizes: PaneSizes): PanePlace[] {
  return sizes.rows.flatMap((height, row) => {
    const columns = sizes.columns[row] ?? []
    return columns.map((width, column) => ({
      left: percent(sum(columns.slice(0, column))),
      top: percent(sum(sizes.rows.slice(0, row))),
      width: percent(width),
      height: percent(height),
    }))
  })
}

/** Every edge between two panes or rows, and its position. */
export function edgesOf(sizes: PaneSizes): { edge: PaneEdge; place: PanePlace }[] {
  return sizes.rows.flatMap((height, row) => {
    const columns = sizes.columns[row] ?? []
    const top = percent(sum(sizes.rows.slice(0, row)))
    const between = columns.slice(1).map((_, column) => ({
      edge: { kind: 'column' as const, row, column },
      place: { left: percent(sum(columns.slice(0, column + 1))), top, height: percent(height) },
    }))
    if (row === sizes.rows.length - 1) return between
    const under = percent(sum(sizes.rows.slice(0, row + 1)))
    return [
      ...between,
      { edge: { kind: 'row' as const, row }, place: { left: '0', top: under, width: '100%' } },
    ]
  })
}

/** The position in the strip of the pane at index `position`, of `count` with `across` side by side. */
export function placeInStrip(position: number, count: number, across: number): PanePlace {
  const row = Math.floor(position / across)
  const inRow = Math.min(across, count - row * across)
  return {
    left: percent((position % across) / inRow),
    top: `calc(var(--thumb) * ${row})`,
    width: percent(1 / inRow),
    height: 'var(--thumb)',
  }
}

/** The position of the large pane: everything below the strip. */
export function placeUnderStrip(count: number, across: number): PanePlace {
  const stripHeight = `var(--thumb) * ${Math.ceil(count / across)}`
  return { left: '0', top: `calc(${stripHeight})`, width: '100%', height: `calc(100% - ${stripHeight})` }
}

function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + part, 0)
}

function percent(part: number): string {
  return `${(part * 100).toFixed(3)}%`
}

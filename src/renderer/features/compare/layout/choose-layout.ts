import type { CSSProperties } from 'react'

import type { PaneEdge, PaneSizes } from './pane-sizes'

/** The size of the whole view in pixels, including title bar and composer. */
export interface ViewSize {
  width: number
  height: number
}

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

/** Columns if they fit, then rows of columns, then one at a time. `minRowPx` is the minimum row height. */
export function chooseLayout(
  count: number,
  { width, height }: ViewSize,
  minRowPx: number = minHeightPx,
): PaneLayout {
  const columnPx = count <= fewPanes ? minWidthPx : columnOfManyPx
  if (count * columnPx <= width) return { kind: 'rows', rows: [count] }
  const across = Math.max(1, Math.floor(width / minWidthPx))
  const rowCount = Math.max(2, Math.ceil(count / across))
  if ((height - barsPx) / rowCount < minRowPx) return { kind: 'strip' }
  const least = Math.floor(count / rowCount)
  const longerRows = count % rowCount
  return {
    kind: 'rows',
    rows: Array.from({ length: rowCount }, (_, row) => least + (row < longerRows ? 1 : 0)),
  }
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

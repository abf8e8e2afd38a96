import type { CSSProperties } from 'react'

import type { PaneEdge, PaneSizes } from './pane-sizes'

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

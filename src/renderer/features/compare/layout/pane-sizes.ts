/** The size of each row, and of each pane in its row, as fractions of 1. */
export interface PaneSizes {
  rows: readonly number[]
  columns: readonly (readonly number[])[]
}

/** The edge after this row, or after this pane in its row. */
export type PaneEdge = { kind: 'row'; row: number } | { kind: 'column'; row: number; column: number }

/** The minimum size when moving an edge, as a fraction of 1. */
const smallestPart = 0.12

/** Equal sizes. `rows` has the number of panes in each row. */
export function evenSizes(rows: readonly number[]): PaneSizes {
  return {
    rows: rows.map(() => 1 / rows.length),
    columns: rows.map((count) => Array.from({ length: count }, () => 1 / count)),
  }
}

/** `sizes` with the edge moved by `by`, a fraction of 1. Rows with equally many panes keep their columns aligned. */
export function withEdgeMoved(sizes: PaneSizes, edge: PaneEdge, by: number): PaneSizes {
  if (edge.kind === 'row') return { ...sizes, rows: moved(sizes.rows, edge.row, by) }
  const inLine = moved(sizes.columns[edge.row] ?? [], edge.column, by)
  return {
    ...sizes,
    columns: sizes.columns.map((columns) => (columns.length === inLine.length ? inLine : columns)),
  }
}

/** `sizes` with both sides of the edge equally large. */
export function withEdgeCentred(sizes: PaneSizes, edge: PaneEdge): PaneSizes {
  const parts = partsAt(sizes, edge)
  return withEdgeMoved(sizes, edge, (parts.after - parts.before) / 2)
}

/** The sizes on both sides of the edge. */
export function partsAt(sizes: PaneSizes, edge: PaneEdge): { before: number; after: number } {
  const [parts, index] =
    edge.kind === 'row' ? [sizes.rows, edge.row] : [sizes.columns[edge.row] ?? [], edge.column]
  return { before: parts[index] ?? 0, after: parts[index + 1] ?? 0 }
}

function moved(parts: readonly number[], index: number, by: number): number[] {
  const before = parts[index] ?? 0
  const after = parts[index + 1] ?? 0
  const least = Math.min(smallestPart, before, after)
  const kept = Math.min(Math.max(before + by, least), before + after - least)
  return parts.with(index, kept).with(index + 1, before + after - kept)
}

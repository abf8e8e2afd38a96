/** How much of the room each row has, and each pane of its row: parts of 1. */
export interface PaneSizes {
  rows: readonly number[]
  columns: readonly (readonly number[])[]
}

/** The edge after this row, or after this pane of this row. */
export type PaneEdge = { kind: 'row'; row: number } | { kind: 'column'; row: number; column: number }

/** Nothing is made smaller than this by an edge: parts of 1. */
const smallestPart = 0.12

/** The same room for everybody. `rows` is how many panes each row has. */
export function evenSizes(rows: readonly number[]): PaneSizes {
  return {
    rows: rows.map(() => 1 / rows.length),
    columns: rows.map((count) => Array.from({ length: count }, () => 1 / count)),
  }
}

/** `sizes` with the edge moved by `by`, a part of 1. Rows of as many panes keep their columns in line. */
export function withEdgeMoved(sizes: PaneSizes, edge: PaneEdge, by: number): PaneSizes {
  if (edge.kind === 'row') return { ...sizes, rows: moved(sizes.rows, edge.row, by) }
  const inLine = moved(sizes.columns[edge.row] ?? [], edge.column, by)
  return {
    ...sizes,
    columns: sizes.columns.map((columns) => (columns.length === inLine.length ? inLine : columns)),
  }
}

/** `sizes` with the two at the edge as large as each other. */
export function withEdgeCentred(sizes: PaneSizes, edge: PaneEdge): PaneSizes {
  const parts = partsAt(sizes, edge)
  return withEdgeMoved(sizes, edge, (parts.after - parts.before) / 2)
}

/** How large the two are that the edge divides. */
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

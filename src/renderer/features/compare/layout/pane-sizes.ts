import type { ComparisonId } from '../../../../shared/ids'
import type { TextStorage } from '../../../browser/environment'

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

const storageKey = 'parley.pane-sizes'
/** The most recently changed ones. */
const maxKept = 50

interface Kept {
  comparisonId: string
  rows: readonly number[]
  sizes: PaneSizes
}

/** The user's pane sizes for a comparison with these rows; even sizes if there are none. */
export function savedSizes(
  storage: TextStorage,
  comparisonId: ComparisonId,
  rows: readonly number[],
): PaneSizes {
  const kept = allKept(storage).find((entry) => entry.comparisonId === comparisonId && isFor(entry, rows))
  return kept?.sizes ?? evenSizes(rows)
}

/**
 * Keeps the user's sizes for a comparison with these rows, beside those for other rows, as with a merge; forgets the oldest.
 */
export function saveSizes(
  storage: TextStorage,
  comparisonId: ComparisonId,
  rows: readonly number[],
  sizes: PaneSizes,
): void {
  const others = allKept(storage).filter(
    (entry) => entry.comparisonId !== comparisonId || entry.rows.join() !== rows.join(),
  )
  const all = [{ comparisonId, rows, sizes }, ...others].slice(0, maxKept)
  storage.setItem(storageKey, JSON.stringify(all))
}

/** Sizes apply only to the same rows. */
function isFor({ rows, sizes }: Kept, wished: readonly number[]): boolean {
  const isSame = rows.length === wished.length && rows.every((count, row) => count === wished[row])
  const areParts = [sizes.rows, ...sizes.columns].every((parts) =>
    parts.every((part) => part > 0 && part <= 1),
  )
  const isWhole =
    sizes.rows.length === rows.length && rows.every((count, row) => sizes.columns[row]?.length === count)
  return isSame && areParts && isWhole
}

function allKept(storage: TextStorage): Kept[] {
  try {
    const all: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]')
    return Array.isArray(all) ? all.filter(isKept) : []
  } catch {
    // Unreadable data counts as none: sizes are even.
    return []
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { comparisonId, rows, sizes } = value as Partial<Record<keyof Kept, unknown>>
  if (typeof comparisonId !== 'string' || !areNumbers(rows)) return false
  if (typeof sizes !== 'object' || sizes === null) return false
  const { rows: rowParts, columns } = sizes as Partial<Record<keyof PaneSizes, unknown>>
  return areNumbers(rowParts) && Array.isArray(columns) && columns.every(areNumbers)
}

function areNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number')
}

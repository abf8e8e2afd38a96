import type { ComparisonId } from '../../../../shared/ids'
import type { TextStorage } from '../../../browser/environment'
import { evenSizes, type PaneSizes } from './pane-sizes'

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
  const kept = allKept(storage).find((entry) => entry.comparisonId === comparisonId)
  return kept !== undefined && isFor(kept, rows) ? kept.sizes : evenSizes(rows)
}

/** Keeps the user's sizes for a comparison with these rows, and forgets those of the oldest comparisons. */
export function saveSizes(
  storage: TextStorage,
  comparisonId: ComparisonId,
  rows: readonly number[],
  sizes: PaneSizes,
): void {
  const others = allKept(storage).filter((entry) => entry.comparisonId !== comparisonId)
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

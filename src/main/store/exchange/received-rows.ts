import { z } from 'zod'

import { leavesTombstones } from '../database/migrations/row-version-tables'
import { isRowVersion } from '../database/row-clock'
import { placeOf } from './places'
import type { SentRow } from './waiting-rows'
import { readRow } from './written-rows'

const erasedRow = z.object({
  rowId: z.string().min(1).max(10_000),
  erased: z.string().refine(isRowVersion),
  known: z.string().max(1_000_000),
})

/** Checks a row of another machine completely; null if this Parley does not understand it. */
export function receivedRow(record: unknown): SentRow | null {
  const value = z.record(z.string(), z.unknown()).safeParse(record).data
  const table = placeOf(String(value?.['table']))?.table
  if (value === undefined || table === undefined) return null
  if (!('erased' in value)) return readRow(value).row ?? null
  const erased = erasedRow.safeParse(value)
  return erased.success && leavesTombstones(table) ? { table, ...erased.data } : null
}

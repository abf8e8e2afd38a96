import type { ReadableDatabase } from './database'

/** The condition that the contestants of a row of `comparisons` are hidden. */
export const hiddenCondition = 'comparisons.is_blind = 1 AND comparisons.revealed_at IS NULL'

/**
 * The condition that a session, `column`, does not belong to a comparison whose contestants are hidden. A file from a
 * version without blind comparisons has no such sessions.
 */
export function isNotHidden(database: ReadableDatabase, column: string): string {
  const hasColumn = database
    .query("SELECT 1 FROM pragma_table_info('comparisons') WHERE name = 'revealed_at'")
    .get()
  return hasColumn === undefined
    ? 'true'
    : `${column} NOT IN (
        SELECT panes.session_id FROM comparisons JOIN panes ON panes.comparison_id = comparisons.id
        WHERE ${hiddenCondition})`
}

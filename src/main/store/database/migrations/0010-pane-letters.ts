import type { Migration } from './migration'

/**
 * The letter of each pane, from 0, which it keeps when it is moved. Until now, letters followed from the positions.
 * Null for rows that a repair found without a letter; for these, the position still counts.
 */
export const paneLetters: Migration = {
  version: 10,
  up(database) {
    database.script(`
      ALTER TABLE panes ADD COLUMN letter INTEGER;
      CREATE INDEX removed_panes ON panes (comparison_id) WHERE removed_at IS NOT NULL;

      UPDATE panes SET letter = ranked.place % 8
      FROM (
        SELECT id, row_number() OVER (
          PARTITION BY comparison_id ORDER BY removed_at IS NOT NULL, position
        ) - 1 AS place
        FROM panes
      ) AS ranked
      WHERE ranked.id = panes.id;
    `)
  },
}

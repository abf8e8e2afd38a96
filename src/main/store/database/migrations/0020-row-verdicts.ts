import type { Migration } from './migration'

/**
 * What models said about rows of the differences between answers. `passages` is a JSON list of the answers and the ranges
 * of their texts, `judgement` a JSON object. Judging the same passages again replaces the verdict.
 */
export const rowVerdicts: Migration = {
  version: 20,
  up(database) {
    database.script(`
      CREATE TABLE row_verdicts (
        comparison_id TEXT NOT NULL REFERENCES comparisons (id) ON DELETE CASCADE,
        passages      TEXT NOT NULL,
        model         TEXT NOT NULL,
        judgement     TEXT NOT NULL,
        judged_at     INTEGER NOT NULL,
        PRIMARY KEY (comparison_id, passages)
      ) STRICT;
    `)
  },
}

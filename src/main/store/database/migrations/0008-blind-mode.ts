import type { Migration } from './migration'

/** Blind comparisons: whether contestants were hidden, and when they were revealed. */
export const blindMode: Migration = {
  version: 8,
  up(database) {
    database.script(`
      ALTER TABLE comparisons ADD COLUMN is_blind INTEGER NOT NULL DEFAULT 0 CHECK (is_blind IN (0, 1));
      ALTER TABLE comparisons ADD COLUMN revealed_at INTEGER;

      -- Few comparisons are hidden at a time, and every request asks which.
      CREATE INDEX hidden_comparisons ON comparisons (id) WHERE is_blind = 1 AND revealed_at IS NULL;
    `)
  },
}

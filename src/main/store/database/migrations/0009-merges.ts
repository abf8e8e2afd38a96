import type { Migration } from './migration'

/** Merged answers of comparisons. A merge owns a session of the kind `pane`; `answers` is a JSON list of its sources. */
export const merges: Migration = {
  version: 9,
  up(database) {
    database.script(`
      CREATE TABLE merges (
        id            TEXT PRIMARY KEY NOT NULL,
        comparison_id TEXT NOT NULL REFERENCES comparisons (id) ON DELETE CASCADE,
        session_id    TEXT NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
        kind          TEXT NOT NULL CHECK (kind IN ('best', 'conflicts', 'checklist', 'improve', 'custom')),
        instructions  TEXT,
        answers       TEXT NOT NULL,
        created_at    INTEGER NOT NULL,
        removed_at    INTEGER
      ) STRICT;

      CREATE INDEX merges_of_comparison ON merges (comparison_id);
    `)
  },
}

import type { Migration } from './migration'

/**
 * Votes on the answers of a run of a set: the order in which they were shown, and since when the user can know their
 * models. `revealed_at` of a run is set when all its answers were shown with their models, as in a file.
 */
export const setBallots: Migration = {
  version: 13,
  up(database) {
    database.script(`
      CREATE TABLE set_ballots (
        run_id      TEXT NOT NULL REFERENCES set_runs (id) ON DELETE CASCADE,
        prompt      INTEGER NOT NULL,
        repeat      INTEGER NOT NULL,
        answers     TEXT NOT NULL,
        revealed_at INTEGER,
        PRIMARY KEY (run_id, prompt, repeat)
      ) STRICT;

      ALTER TABLE set_runs ADD COLUMN revealed_at INTEGER;
    `)
  },
}

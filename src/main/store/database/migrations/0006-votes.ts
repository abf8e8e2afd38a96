import type { Migration } from './migration'

/**
 * Votes on the answers in comparisons. They name their contestants themselves and refer to nothing, because they outlive
 * panes, comparisons and providers. `answers_key` is equal for votes on the same answers; null for imported votes.
 */
export const votes: Migration = {
  version: 6,
  up(database) {
    database.script(`
      CREATE TABLE votes (
        id            TEXT PRIMARY KEY NOT NULL,
        comparison_id TEXT,
        answers_key   TEXT UNIQUE,
        result        TEXT NOT NULL CHECK (result IN ('best', 'order', 'tie', 'all-bad')),
        chosen        TEXT NOT NULL,
        shown         TEXT NOT NULL,
        why           TEXT,
        tags          TEXT NOT NULL,
        is_blind      INTEGER NOT NULL CHECK (is_blind IN (0, 1)),
        voted_at      INTEGER NOT NULL
      ) STRICT;

      CREATE INDEX votes_by_time ON votes (voted_at);
      CREATE INDEX votes_of_comparison ON votes (comparison_id) WHERE comparison_id IS NOT NULL;

      -- The settings of a pane's run, as JSON: the pane may have others by the time of the vote.
      ALTER TABLE runs ADD COLUMN settings TEXT;
    `)
  },
}

import type { Migration } from './migration'

/**
 * A message may have a summary of the chat up to it, as JSON. What summaries have cost is recorded under a purpose of its
 * own; SQLite cannot change a check, so the table is rebuilt.
 */
export const summaries: Migration = {
  version: 18,
  up(database) {
    database.script(`
      ALTER TABLE messages ADD COLUMN summary TEXT;

      CREATE TABLE spending_with_summaries (
        number        INTEGER PRIMARY KEY,
        -- The run, or the cell of a set's run.
        id            TEXT NOT NULL UNIQUE,
        at            INTEGER NOT NULL,
        model         TEXT NOT NULL,
        purpose       TEXT NOT NULL CHECK (purpose IN
                        ('chat', 'comparison', 'continuation', 'merge', 'title', 'summary', 'set', 'judge')),
        session_id    TEXT,
        set_id        TEXT,
        input_tokens  INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL,
        -- US dollars; null when unknown.
        cost_usd      REAL
      ) STRICT;
      INSERT INTO spending_with_summaries SELECT * FROM spending;
      DROP TABLE spending;
      ALTER TABLE spending_with_summaries RENAME TO spending;
      CREATE INDEX spending_by_time ON spending (at, cost_usd);
    `)
  },
}

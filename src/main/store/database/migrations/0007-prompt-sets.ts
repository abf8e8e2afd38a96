import type { Migration } from './migration'

/**
 * Prompt sets and their runs. A run keeps its own copy of the prompts and of the line-up, so that later changes of the
 * set do not change it. A cell is one prompt, one model and one repeat; its answer is stored once, with its checks.
 */
export const promptSets: Migration = {
  version: 7,
  up(database) {
    database.script(`
      CREATE TABLE prompt_sets (
        id         TEXT PRIMARY KEY NOT NULL,
        name       TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;

      CREATE TABLE set_prompts (
        id            TEXT PRIMARY KEY NOT NULL,
        set_id        TEXT NOT NULL REFERENCES prompt_sets (id) ON DELETE CASCADE,
        position      INTEGER NOT NULL,
        text          TEXT NOT NULL,
        system_prompt TEXT,
        variables     TEXT NOT NULL,
        checks        TEXT NOT NULL
      ) STRICT;
      CREATE INDEX prompts_of_set ON set_prompts (set_id, position);

      CREATE TABLE set_runs (
        id             TEXT PRIMARY KEY NOT NULL,
        set_id         TEXT NOT NULL REFERENCES prompt_sets (id) ON DELETE CASCADE,
        name           TEXT NOT NULL,
        state          TEXT NOT NULL,
        models         TEXT NOT NULL,
        prompt_count   INTEGER NOT NULL,
        repeats        INTEGER NOT NULL,
        at_once        INTEGER NOT NULL,
        cost_limit_usd REAL,
        started_at     INTEGER NOT NULL,
        ended_at       INTEGER,
        error          TEXT,
        prompts        TEXT NOT NULL
      ) STRICT;
      CREATE INDEX runs_of_set ON set_runs (set_id, started_at);

      -- attempts: requests that gave the answer, or whose outcome is unknown because Parley ended first.
      CREATE TABLE set_cells (
        run_id      TEXT NOT NULL REFERENCES set_runs (id) ON DELETE CASCADE,
        cell        INTEGER NOT NULL,
        is_done     INTEGER NOT NULL CHECK (is_done IN (0, 1)),
        attempts    INTEGER NOT NULL,
        lost_usd    REAL NOT NULL,
        text        TEXT,
        error       TEXT,
        finish      TEXT,
        usage       TEXT,
        cost_usd    REAL,
        ttft_ms     REAL,
        duration_ms REAL,
        checks      TEXT,
        passed      INTEGER,
        answered_at INTEGER,
        PRIMARY KEY (run_id, cell)
      ) STRICT;
    `)
  },
}

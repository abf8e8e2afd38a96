import type { Migration } from './migration'

/**
 * Sessions with their message trees, runs with their journals, comparisons with their panes. Times are milliseconds
 * since the epoch, booleans 0 or 1; what a user removes is marked, not erased.
 */
export const sessionsAndComparisons: Migration = {
  version: 1,
  up(database) {
    database.script(`
      CREATE TABLE sessions (
        id            TEXT PRIMARY KEY NOT NULL,
        kind          TEXT NOT NULL CHECK (kind IN ('chat', 'pane')),
        title         TEXT,
        title_source  TEXT NOT NULL CHECK (title_source IN ('none', 'auto', 'user')),
        model         TEXT,
        workspace     TEXT,
        system_prompt TEXT,
        params        TEXT NOT NULL,
        pinned        INTEGER NOT NULL,
        archived      INTEGER NOT NULL,
        unseen        INTEGER NOT NULL,
        leaf_id       TEXT REFERENCES messages (id),
        created_at    INTEGER NOT NULL,
        updated_at    INTEGER NOT NULL,
        deleted_at    INTEGER,
        CHECK ((title IS NULL) = (title_source = 'none'))
      ) STRICT;

      CREATE INDEX sessions_listed ON sessions (archived, pinned DESC, updated_at DESC, id DESC)
        WHERE kind = 'chat' AND deleted_at IS NULL;

      -- The long columns come last: walking the tree then reads only the start of each row.
      CREATE TABLE messages (
        id          TEXT PRIMARY KEY NOT NULL,
        session_id  TEXT NOT NULL REFERENCES sessions (id),
        parent_id   TEXT REFERENCES messages (id),
        role        TEXT NOT NULL,
        status      TEXT NOT NULL,
        stop_reason TEXT,
        run_id      TEXT,
        model       TEXT,
        hidden      INTEGER NOT NULL,
        created_at  INTEGER NOT NULL,
        usage       TEXT,
        metrics     TEXT,
        receipt     TEXT,
        parts       TEXT NOT NULL
      ) STRICT;

      CREATE UNIQUE INDEX messages_one_answer_per_run ON messages (run_id) WHERE role = 'assistant';
      CREATE INDEX messages_by_parent ON messages (session_id, parent_id);

      CREATE TABLE runs (
        id         TEXT PRIMARY KEY NOT NULL,
        session_id TEXT NOT NULL REFERENCES sessions (id),
        message_id TEXT NOT NULL,
        parent_id  TEXT REFERENCES messages (id),
        kind       TEXT NOT NULL CHECK (kind IN ('detached', 'direct')),
        model      TEXT NOT NULL,
        state      TEXT NOT NULL CHECK (state IN ('open', 'closed')),
        started_at INTEGER NOT NULL,
        ended_at   INTEGER
      ) STRICT;

      CREATE INDEX runs_open ON runs (started_at) WHERE state = 'open';

      CREATE TABLE run_journal (
        run_id TEXT NOT NULL REFERENCES runs (id),
        chunk  INTEGER NOT NULL,
        events TEXT NOT NULL,
        PRIMARY KEY (run_id, chunk)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE comparisons (
        id           TEXT PRIMARY KEY NOT NULL,
        title        TEXT,
        title_source TEXT NOT NULL CHECK (title_source IN ('none', 'auto', 'user')),
        created_at   INTEGER NOT NULL,
        updated_at   INTEGER NOT NULL,
        deleted_at   INTEGER,
        CHECK ((title IS NULL) = (title_source = 'none'))
      ) STRICT;

      -- A pane's model and parameters are those of its session.
      CREATE TABLE panes (
        id            TEXT PRIMARY KEY NOT NULL,
        comparison_id TEXT NOT NULL REFERENCES comparisons (id),
        session_id    TEXT NOT NULL UNIQUE REFERENCES sessions (id),
        position      INTEGER NOT NULL,
        removed_at    INTEGER
      ) STRICT;

      CREATE INDEX panes_of_comparison ON panes (comparison_id, position) WHERE removed_at IS NULL;
    `)
  },
}

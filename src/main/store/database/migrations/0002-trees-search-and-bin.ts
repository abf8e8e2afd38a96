import type { Migration } from './migration'

/** The index gets words that are already folded: only spaces separate them, and nothing is folded twice. */
const byWords = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"

/**
 * Sessions and messages get a number, which a compacted copy keeps and the search index refers to; messages get their
 * depth in the tree and their origin. New: the index, queued messages, drafts.
 *
 * The index is contentless: it holds what the SQL functions `search_…` extract from a message's parts, and triggers
 * maintain it for every write.
 */
export const treesSearchAndBin: Migration = {
  version: 2,
  up(database) {
    database.script(`
      CREATE TABLE new_sessions (
        number           INTEGER PRIMARY KEY,
        id               TEXT NOT NULL UNIQUE,
        kind             TEXT NOT NULL CHECK (kind IN ('chat', 'pane')),
        -- One that is being taken in, or being erased, is in no list and gone after a restart.
        state            TEXT NOT NULL CHECK (state IN ('ready', 'importing')),
        title            TEXT,
        title_source     TEXT NOT NULL CHECK (title_source IN ('none', 'auto', 'named', 'user')),
        model            TEXT,
        workspace        TEXT,
        system_prompt    TEXT,
        params           TEXT NOT NULL,
        pinned           INTEGER NOT NULL,
        archived         INTEGER NOT NULL,
        unseen           INTEGER NOT NULL,
        leaf_id          TEXT REFERENCES messages (id),
        -- Where an imported one came from, such as 'chatgpt:ID', and what it held then.
        origin           TEXT,
        origin_hash      TEXT,
        -- What runs that left no message have used.
        background_usage TEXT,
        created_at       INTEGER NOT NULL,
        updated_at       INTEGER NOT NULL,
        deleted_at       INTEGER,
        CHECK ((title IS NULL) = (title_source = 'none'))
      ) STRICT;

      INSERT INTO new_sessions (id, kind, state, title, title_source, model, workspace, system_prompt, params, pinned,
        archived, unseen, leaf_id, created_at, updated_at, deleted_at)
      SELECT id, kind, 'ready', title, title_source, model, workspace, system_prompt, params, pinned,
        archived, unseen, leaf_id, created_at, updated_at, deleted_at
      FROM sessions ORDER BY rowid;

      -- The long columns come last: walking the tree then reads only the start of each row.
      CREATE TABLE new_messages (
        number      INTEGER PRIMARY KEY,
        id          TEXT NOT NULL UNIQUE,
        session_id  TEXT NOT NULL REFERENCES sessions (id),
        parent_id   TEXT REFERENCES messages (id),
        -- How many messages come before it.
        depth       INTEGER NOT NULL,
        role        TEXT NOT NULL,
        status      TEXT NOT NULL,
        stop_reason TEXT,
        run_id      TEXT,
        model       TEXT,
        hidden      INTEGER NOT NULL,
        -- What the file that it came from calls it.
        origin      TEXT,
        created_at  INTEGER NOT NULL,
        usage       TEXT,
        metrics     TEXT,
        receipt     TEXT,
        parts       TEXT NOT NULL
      ) STRICT;

      WITH RECURSIVE tree (id, depth) AS (
        SELECT id, 0 FROM messages WHERE parent_id IS NULL
        UNION ALL
        SELECT messages.id, tree.depth + 1
        FROM tree JOIN messages ON messages.parent_id = tree.id AND messages.session_id =
          (SELECT session_id FROM messages AS parents WHERE parents.id = tree.id)
      )
      INSERT INTO new_messages (id, session_id, parent_id, depth, role, status, stop_reason, run_id, model, hidden,
        created_at, usage, metrics, receipt, parts)
      SELECT messages.id, session_id, parent_id, depth, role, status, stop_reason, run_id, model, hidden,
        created_at, usage, metrics, receipt, parts
      FROM tree JOIN messages ON messages.id = tree.id ORDER BY messages.rowid;

      DROP TABLE messages;
      DROP TABLE sessions;
      ALTER TABLE new_sessions RENAME TO sessions;
      ALTER TABLE new_messages RENAME TO messages;

      CREATE INDEX sessions_listed ON sessions (archived, pinned DESC, updated_at DESC, id DESC)
        WHERE kind = 'chat' AND state = 'ready' AND deleted_at IS NULL;
      CREATE INDEX sessions_binned ON sessions (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
      -- Erasing a message asks who refers to it.
      CREATE INDEX sessions_by_leaf ON sessions (leaf_id);
      CREATE INDEX runs_by_parent ON runs (parent_id);
      CREATE INDEX runs_by_session ON runs (session_id);
      CREATE INDEX sessions_by_origin ON sessions (origin) WHERE origin IS NOT NULL;

      CREATE UNIQUE INDEX messages_one_answer_per_run ON messages (run_id) WHERE role = 'assistant';
      CREATE INDEX messages_by_parent ON messages (parent_id, session_id);
      CREATE INDEX messages_by_session ON messages (session_id);
      -- Few messages have any, and a form is looked for by a name that may be nowhere.
      CREATE INDEX messages_with_forms ON messages (session_id, number) WHERE instr(parts, '"type":"form"') > 0;
      CREATE UNIQUE INDEX messages_by_origin ON messages (session_id, origin) WHERE origin IS NOT NULL;

      -- The mode is always 'chat' and never read; a repair knows a queued message by it.
      CREATE TABLE queued_messages (
        number     INTEGER PRIMARY KEY,
        id         TEXT NOT NULL UNIQUE,
        session_id TEXT NOT NULL REFERENCES sessions (id),
        run_id     TEXT NOT NULL,
        message_id TEXT NOT NULL,
        mode       TEXT NOT NULL,
        text       TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX queued_messages_of_session ON queued_messages (session_id, number);

      CREATE TABLE drafts (
        place      TEXT PRIMARY KEY NOT NULL,
        text       TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      ALTER TABLE comparisons ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE comparisons ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;

      -- The number of the newest snapshot that was taken of this file, or of the one that it came from.
      CREATE TABLE store_state (
        id              INTEGER PRIMARY KEY CHECK (id = 1),
        snapshot_number INTEGER NOT NULL
      ) STRICT;
      INSERT INTO store_state (id, snapshot_number) VALUES (1, 0);

      CREATE VIRTUAL TABLE message_search USING fts5 (
        text, reasoning, names, content = '', contentless_delete = 1, tokenize = "${byWords}"
      );
      CREATE VIRTUAL TABLE title_search USING fts5 (
        title, content = '', contentless_delete = 1, tokenize = "${byWords}"
      );
      INSERT INTO message_search (rowid, text, reasoning, names)
        SELECT number, search_text(parts), search_reasoning(parts), search_names(parts) FROM messages;
      INSERT INTO title_search (rowid, title) SELECT number, search_title(title) FROM sessions;

      CREATE TRIGGER message_searched AFTER INSERT ON messages BEGIN
        INSERT INTO message_search (rowid, text, reasoning, names)
        VALUES (new.number, search_text(new.parts), search_reasoning(new.parts), search_names(new.parts));
      END;
      CREATE TRIGGER message_unsearched AFTER DELETE ON messages BEGIN
        DELETE FROM message_search WHERE rowid = old.number;
      END;
      CREATE TRIGGER title_searched AFTER INSERT ON sessions BEGIN
        INSERT INTO title_search (rowid, title) VALUES (new.number, search_title(new.title));
      END;
      CREATE TRIGGER title_changed AFTER UPDATE OF title ON sessions WHEN new.title IS NOT old.title BEGIN
        UPDATE title_search SET title = search_title(new.title) WHERE rowid = new.number;
      END;
      CREATE TRIGGER title_unsearched AFTER DELETE ON sessions BEGIN
        DELETE FROM title_search WHERE rowid = old.number;
      END;
    `)
  },
}

import { promptSetTables } from './prompt-set-tables'
import type { Migration } from './migrations'
import { exchangeTables } from './exchange-tables'
import { rowVersions } from './row-version-tables'
import { sealed } from './sealed-table'
import { syncNumbers } from './sync-table'

/** The index gets words that are already folded: only spaces separate them, and nothing is folded twice. */
const byWords = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"

/**
 * All tables. Times are milliseconds since the epoch, booleans 0 or 1, amounts of money US dollars. What a user removes
 * is marked by a time, not erased. A `folded_name` is a name as it is compared, ignoring case; only rows of another
 * machine may have one that is taken. A `project_id` is no
 * reference, because a repair may lose a project but must not lose its chats: an unknown project counts as none.
 */
export const initialSchema: Migration = {
  version: 1,
  up(database) {
    const parts = [sessions, search, composer, comparisons, promptSetTables, agentsAndTools, projects, upkeep]
    for (const part of [...parts, sealed, rowVersions, exchangeTables, syncNumbers]) database.script(part)
  },
}

/**
 * Chats and the sessions of panes, with their trees of messages, and runs with their journals. Sessions and messages have
 * a number, which a compacted copy keeps and the search index refers to; a message's depth counts those before it.
 */
const sessions = `
  CREATE TABLE sessions (
    number           INTEGER PRIMARY KEY,
    id               TEXT NOT NULL UNIQUE,
    kind             TEXT NOT NULL CHECK (kind IN ('chat', 'pane')),
    -- One that is being imported or erased is in no list, and gone after a restart.
    state            TEXT NOT NULL CHECK (state IN ('ready', 'importing')),
    title            TEXT,
    title_source     TEXT NOT NULL CHECK (title_source IN ('none', 'auto', 'named', 'user')),
    model            TEXT,
    workspace        TEXT,
    -- Whether the workspace came with an imported file: models get its files only after the user has chosen it.
    folder_imported  INTEGER NOT NULL DEFAULT 0,
    permission       TEXT CHECK (permission IN ('read-only', 'workspace-write', 'unlimited')),
    isolation        TEXT CHECK (isolation IN ('same', 'worktree', 'copy')),
    system_prompt    TEXT,
    params           TEXT NOT NULL,
    -- JSON: which tools are on.
    tools            TEXT,
    pinned           INTEGER NOT NULL,
    archived         INTEGER NOT NULL,
    unseen           INTEGER NOT NULL,
    leaf_id          TEXT REFERENCES messages (id),
    -- The chat, or the comparison of the pane, is kept on this machine: it is not sent to the person's others.
    is_local         INTEGER NOT NULL DEFAULT 0,
    -- JSON: the first messages of two branches, of this and another machine, until the user has chosen one.
    fork             TEXT,
    project_id       TEXT,
    -- Where an imported one came from, such as 'chatgpt:ID', and what it held then.
    origin           TEXT,
    origin_hash      TEXT,
    -- The usage of runs that left no message.
    background_usage TEXT,
    created_at       INTEGER NOT NULL,
    updated_at       INTEGER NOT NULL,
    deleted_at       INTEGER,
    CHECK ((title IS NULL) = (title_source = 'none'))
  ) STRICT;
  CREATE INDEX sessions_listed ON sessions (archived, pinned DESC, updated_at DESC, id DESC)
    WHERE kind = 'chat' AND state = 'ready' AND deleted_at IS NULL;
  CREATE INDEX sessions_binned ON sessions (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;
  CREATE INDEX sessions_of_project ON sessions (project_id, archived, pinned DESC, updated_at DESC, id DESC)
    WHERE project_id IS NOT NULL;
  CREATE INDEX sessions_by_origin ON sessions (origin) WHERE origin IS NOT NULL;
  -- Erasing a message asks which sessions and runs refer to it.
  CREATE INDEX sessions_by_leaf ON sessions (leaf_id);

  -- The long columns come last: walking the tree then reads only the start of each row.
  CREATE TABLE messages (
    number      INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    session_id  TEXT NOT NULL REFERENCES sessions (id),
    parent_id   TEXT REFERENCES messages (id),
    depth       INTEGER NOT NULL,
    role        TEXT NOT NULL,
    status      TEXT NOT NULL,
    stop_reason TEXT,
    run_id      TEXT,
    model       TEXT,
    hidden      INTEGER NOT NULL,
    -- The message's id in the imported file.
    origin      TEXT,
    created_at  INTEGER NOT NULL,
    -- How many others followed the same message when it was written: those with the same number did not know each other.
    siblings    INTEGER NOT NULL DEFAULT 0,
    -- Another machine wrote it.
    is_received INTEGER NOT NULL DEFAULT 0,
    usage       TEXT,
    metrics     TEXT,
    receipt     TEXT,
    parts       TEXT NOT NULL,
    -- JSON: a summary of the chat up to this message; how the answer of a hidden contestant is shown.
    summary     TEXT,
    marks       TEXT
  ) STRICT;
  CREATE UNIQUE INDEX messages_one_answer_per_run ON messages (run_id) WHERE role = 'assistant';
  CREATE INDEX messages_by_parent ON messages (parent_id, session_id);
  CREATE INDEX messages_by_session ON messages (session_id);
  CREATE UNIQUE INDEX messages_by_origin ON messages (session_id, origin) WHERE origin IS NOT NULL;
  -- Few messages have a form, and a form is looked for by a name that may be nowhere.
  CREATE INDEX messages_with_forms ON messages (session_id, number) WHERE instr(parts, '"type":"form"') > 0;
  -- Few messages have an attachment, and all of them are read to find files that no message has.
  CREATE INDEX messages_with_attachments ON messages (number) WHERE instr(parts, '"type":"attachment"') > 0;

  CREATE TABLE runs (
    id         TEXT PRIMARY KEY NOT NULL,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    message_id TEXT NOT NULL,
    parent_id  TEXT REFERENCES messages (id),
    kind       TEXT NOT NULL CHECK (kind IN ('detached', 'direct')),
    model      TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('open', 'closed')),
    -- JSON: the settings of a pane's run, because the pane may have others by the time of a vote.
    settings   TEXT,
    -- JSON: the id of the answer that this run continues, and of the last message shown before; null for other runs.
    continues  TEXT,
    -- Whether the model was free when it was asked; a crash must not make the cost unknown.
    is_free    INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER
  ) STRICT;
  CREATE INDEX runs_open ON runs (started_at) WHERE state = 'open';
  CREATE INDEX runs_by_parent ON runs (parent_id);
  CREATE INDEX runs_by_session ON runs (session_id);
  CREATE TABLE run_journal (
    run_id TEXT NOT NULL REFERENCES runs (id),
    chunk  INTEGER NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (run_id, chunk)
  ) STRICT, WITHOUT ROWID;

  -- Where the user was reading in a session, unless at its end. The message may have been erased since.
  CREATE TABLE reading_places (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    -- How far the message starts below the top of the view.
    top_px     INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;`

/**
 * The index is contentless: it holds what the SQL functions `search_…` extract from a message's parts, and triggers
 * maintain it for every write. What takes long to extract is listed in `search_updates`, and so are messages without an
 * entry; a thread adds what is missing (`store/search/search-upkeep.ts`).
 */
const search = `
  CREATE VIRTUAL TABLE message_search USING fts5 (
    text, reasoning, names, content = '', contentless_delete = 1, tokenize = "${byWords}"
  );
  CREATE VIRTUAL TABLE title_search USING fts5 (
    title, content = '', contentless_delete = 1, tokenize = "${byWords}"
  );
  CREATE TABLE search_updates (number INTEGER PRIMARY KEY) STRICT;

  CREATE TRIGGER message_searched AFTER INSERT ON messages WHEN NOT is_indexed_later() BEGIN
    INSERT INTO message_search (rowid, text, reasoning, names)
    VALUES (new.number, search_text(new.parts), search_reasoning(new.parts), search_names(new.parts));
  END;
  CREATE TRIGGER message_searched_later AFTER INSERT ON messages
  WHEN is_indexed_later() OR search_later(new.parts) = 1 BEGIN
    INSERT OR IGNORE INTO search_updates (number) VALUES (new.number);
  END;
  CREATE TRIGGER message_unsearched AFTER DELETE ON messages BEGIN
    DELETE FROM message_search WHERE rowid = old.number;
  END;
  CREATE TRIGGER message_unsearched_later AFTER DELETE ON messages BEGIN
    DELETE FROM search_updates WHERE number = old.number;
  END;
  CREATE TRIGGER title_searched AFTER INSERT ON sessions BEGIN
    INSERT INTO title_search (rowid, title) VALUES (new.number, search_title(new.title));
  END;
  CREATE TRIGGER title_changed AFTER UPDATE OF title ON sessions WHEN new.title IS NOT old.title BEGIN
    UPDATE title_search SET title = search_title(new.title) WHERE rowid = new.number;
  END;
  CREATE TRIGGER title_unsearched AFTER DELETE ON sessions BEGIN
    DELETE FROM title_search WHERE rowid = old.number;
  END;`

/** Texts not sent yet or used repeatedly, and attached files, whose bytes are stored under their hash. */
const composer = `
  -- The mode is always 'chat' and never read; a repair recognises a queued message by it.
  CREATE TABLE queued_messages (
    number      INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    session_id  TEXT NOT NULL REFERENCES sessions (id),
    run_id      TEXT NOT NULL,
    message_id  TEXT NOT NULL,
    mode        TEXT NOT NULL,
    text        TEXT NOT NULL,
    -- JSON: the files as parts.
    attachments TEXT,
    model       TEXT,
    created_at  INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX queued_messages_of_session ON queued_messages (session_id, number);
  CREATE TABLE drafts (
    place      TEXT PRIMARY KEY NOT NULL,
    text       TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE attachments (
    number     INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    hash       TEXT NOT NULL,
    name       TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    width      INTEGER,
    height     INTEGER,
    page_count INTEGER,
    used_at    INTEGER NOT NULL,
    -- The person's other machines have it, too: what travels refers to it.
    is_shared  INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX attachments_by_hash ON attachments (hash);
  CREATE TABLE prompts (
    id          TEXT PRIMARY KEY NOT NULL,
    name        TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    text        TEXT NOT NULL,
    project_id  TEXT,
    updated_at  INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX prompts_by_name ON prompts (folded_name);
  CREATE INDEX prompts_of_project ON prompts (project_id) WHERE project_id IS NOT NULL;
  -- Panes that the user saves under a name, as a JSON list.
  CREATE TABLE line_ups (
    id          TEXT PRIMARY KEY NOT NULL,
    name        TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    panes       TEXT NOT NULL,
    is_blind    INTEGER NOT NULL CHECK (is_blind IN (0, 1)),
    updated_at  INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX line_ups_by_name ON line_ups (folded_name);`

/** Comparisons with their panes, merged answers, verdicts on differences, and votes. */
const comparisons = `
  CREATE TABLE comparisons (
    id           TEXT PRIMARY KEY NOT NULL,
    title        TEXT,
    title_source TEXT NOT NULL CHECK (title_source IN ('none', 'auto', 'user')),
    pinned       INTEGER NOT NULL DEFAULT 0,
    archived     INTEGER NOT NULL DEFAULT 0,
    is_blind     INTEGER NOT NULL DEFAULT 0 CHECK (is_blind IN (0, 1)),
    revealed_at  INTEGER,
    project_id   TEXT,
    -- It is kept on this machine, with the sessions of its panes and merges.
    is_local     INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    deleted_at   INTEGER,
    CHECK ((title IS NULL) = (title_source = 'none'))
  ) STRICT;
  CREATE INDEX comparisons_of_project ON comparisons (project_id) WHERE project_id IS NOT NULL;

  -- A pane's model and parameters are those of its session.
  CREATE TABLE panes (
    id            TEXT PRIMARY KEY NOT NULL,
    comparison_id TEXT NOT NULL REFERENCES comparisons (id),
    session_id    TEXT NOT NULL UNIQUE REFERENCES sessions (id),
    position      INTEGER NOT NULL,
    -- From 0; a pane keeps its letter when it is moved. Null if a repair found none: then the position counts.
    letter        INTEGER,
    removed_at    INTEGER
  ) STRICT;
  CREATE INDEX panes_of_comparison ON panes (comparison_id, position) WHERE removed_at IS NULL;
  CREATE INDEX removed_panes ON panes (comparison_id) WHERE removed_at IS NOT NULL;

  -- A merge owns a session of the kind 'pane'; its answers are a JSON list of its sources.
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

  -- What models said about rows of the differences. passages: a JSON list of the answers and the ranges of their texts;
  -- judgement: a JSON object. Judging the same passages again replaces the verdict.
  CREATE TABLE row_verdicts (
    comparison_id TEXT NOT NULL REFERENCES comparisons (id) ON DELETE CASCADE,
    passages      TEXT NOT NULL,
    model         TEXT NOT NULL,
    judgement     TEXT NOT NULL,
    judged_at     INTEGER NOT NULL,
    PRIMARY KEY (comparison_id, passages)
  ) STRICT;

  -- Votes name their contestants themselves and refer to nothing, because they outlive panes, comparisons and providers.
  CREATE TABLE votes (
    id            TEXT PRIMARY KEY NOT NULL,
    comparison_id TEXT,
    -- Equal for votes on the same answers; null for imported votes.
    answers_key   TEXT UNIQUE,
    result        TEXT NOT NULL CHECK (result IN ('best', 'order', 'tie', 'all-bad')),
    chosen        TEXT NOT NULL,
    shown         TEXT NOT NULL,
    why           TEXT,
    tags          TEXT NOT NULL,
    is_blind      INTEGER NOT NULL CHECK (is_blind IN (0, 1)),
    how           TEXT CHECK (how IN ('rendered')), -- Null if the answers were read as text.
    -- The name of the file that contained it; null for the user's own.
    source        TEXT,
    voted_at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX votes_by_time ON votes (voted_at);
  CREATE INDEX votes_of_comparison ON votes (comparison_id) WHERE comparison_id IS NOT NULL;`

/**
 * Actions of agents and models: those allowed and those done. A consent of a chat is erased with it; one without a chat
 * applies everywhere, or wherever the agent works in that folder.
 */
const agentsAndTools = `
  -- Which of an agent's own sessions gave an answer: stored before the answer is.
  CREATE TABLE agent_turns (
    message_id TEXT PRIMARY KEY NOT NULL,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    agent_id   TEXT NOT NULL,
    resume_id  TEXT NOT NULL,
    workspace  TEXT NOT NULL,
    at         INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX agent_turns_of_session ON agent_turns (session_id, resume_id);

  CREATE TABLE consents (
    id           TEXT PRIMARY KEY NOT NULL,
    agent_id     TEXT NOT NULL,
    folder       TEXT NOT NULL,
    kind         TEXT NOT NULL,
    -- What users read, as JSON, and what is compared.
    what         TEXT NOT NULL,
    terms        TEXT NOT NULL,
    permission   TEXT NOT NULL CHECK (permission IN ('read-only', 'workspace-write', 'unlimited')),
    decision     TEXT NOT NULL DEFAULT 'allow' CHECK (decision IN ('allow', 'never')),
    session_id   TEXT REFERENCES sessions (id) ON DELETE CASCADE,
    decided_at   INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT;
  CREATE INDEX consents_by_folder ON consents (folder, agent_id);
  CREATE INDEX consents_of_session ON consents (session_id) WHERE session_id IS NOT NULL;

  -- The description and the schema, in JSON, are what the user saw.
  CREATE TABLE tool_consents (
    id           TEXT PRIMARY KEY NOT NULL,
    tool         TEXT NOT NULL,
    place        TEXT NOT NULL,
    fingerprint  TEXT NOT NULL,
    description  TEXT NOT NULL,
    input_schema TEXT NOT NULL,
    decision     TEXT NOT NULL CHECK (decision IN ('allow', 'never')),
    session_id   TEXT REFERENCES sessions (id) ON DELETE CASCADE,
    decided_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX tool_consents_by_tool ON tool_consents (tool, place);
  CREATE INDEX tool_consents_of_session ON tool_consents (session_id) WHERE session_id IS NOT NULL;

  -- What models changed in files, so that it can be undone: stored before the file and the message are written.
  CREATE TABLE file_edits (
    message_id     TEXT NOT NULL,
    tool_call_id   TEXT NOT NULL,
    session_id     TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    folder         TEXT NOT NULL,
    -- JSON: the names that lead to the file in its folder. The content is null if the edit created the file.
    names          TEXT NOT NULL,
    content_before TEXT,
    after_hash     TEXT NOT NULL,
    at             INTEGER NOT NULL,
    undone_at      INTEGER,
    PRIMARY KEY (message_id, tool_call_id)
  ) STRICT;
  CREATE INDEX file_edits_of_session ON file_edits (session_id, at);`

const projects = `
  CREATE TABLE projects (
    id           TEXT PRIMARY KEY NOT NULL,
    name         TEXT NOT NULL,
    folded_name  TEXT NOT NULL,
    colour       TEXT NOT NULL,
    instructions TEXT NOT NULL,
    model        TEXT,
    params       TEXT NOT NULL,
    tools        TEXT,
    line_up_id   TEXT,
    position     INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX projects_by_name ON projects (folded_name);

  -- Files, with a name, and folders, with a path, which are read only if allowed. Each project has an index of them.
  CREATE TABLE knowledge_sources (
    id            TEXT PRIMARY KEY NOT NULL,
    project_id    TEXT NOT NULL,
    kind          TEXT NOT NULL,
    name          TEXT,
    attachment_id TEXT,
    path          TEXT,
    is_allowed    INTEGER NOT NULL,
    added_at      INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX knowledge_sources_of_project ON knowledge_sources (project_id, added_at, id);`

const upkeep = `
  -- One row for each request to a model, never changed. Its id names the run, or the cell of a set's run.
  CREATE TABLE spending (
    number        INTEGER PRIMARY KEY,
    id            TEXT NOT NULL UNIQUE,
    at            INTEGER NOT NULL,
    model         TEXT NOT NULL,
    purpose       TEXT NOT NULL CHECK (purpose IN ('chat', 'comparison', 'continuation', 'merge', 'title', 'summary', 'set', 'judge')),
    session_id    TEXT,
    set_id        TEXT,
    input_tokens  INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    -- Null if unknown; then at least the other amount, if that is known.
    cost_usd      REAL,
    least_usd     REAL
  ) STRICT;
  CREATE INDEX spending_by_time ON spending (at, cost_usd);

  -- The number of the newest snapshot that was taken of this file, or of the one that it came from.
  CREATE TABLE store_state (
    id              INTEGER PRIMARY KEY CHECK (id = 1),
    snapshot_number INTEGER NOT NULL,
    -- Names this machine in versions of rows.
    device          TEXT NOT NULL,
    -- Whether changes are to be sent to the person's other machines.
    is_exchanging   INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO store_state (id, snapshot_number, device) VALUES (1, 0, lower(hex(randomblob(8))));`

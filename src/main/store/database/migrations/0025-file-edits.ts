import type { Migration } from './migration'

/**
 * What models changed in files, so that it can be taken back: stored before the file is written, and before the message
 * is. `names` is a JSON list of the names that lead to the file in its folder; `content_before` is null if the edit
 * created the file.
 */
export const fileEdits: Migration = {
  version: 25,
  up(database) {
    database.script(`
      CREATE TABLE file_edits (
        message_id     TEXT NOT NULL,
        tool_call_id   TEXT NOT NULL,
        session_id     TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        folder         TEXT NOT NULL,
        names          TEXT NOT NULL,
        content_before TEXT,
        after_hash     TEXT NOT NULL,
        at             INTEGER NOT NULL,
        undone_at      INTEGER,
        PRIMARY KEY (message_id, tool_call_id)
      ) STRICT;
      CREATE INDEX file_edits_of_session ON file_edits (session_id, at);
    `)
  },
}

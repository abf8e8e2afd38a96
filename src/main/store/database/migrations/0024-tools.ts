import type { Migration } from './migration'

/**
 * Tools for models: which are on in a chat, pane or project, as JSON, and what the user decided about their calls. A
 * decision of a chat is erased with it; one without a chat applies everywhere. `description` and `input_schema`, in JSON,
 * are what the user saw. What agents may do can also be refused permanently, and has a last use.
 */
export const tools: Migration = {
  version: 24,
  up(database) {
    database.script(`
      ALTER TABLE sessions ADD COLUMN tools TEXT;
      ALTER TABLE projects ADD COLUMN tools TEXT;
      ALTER TABLE consents ADD COLUMN decision TEXT NOT NULL DEFAULT 'allow'
        CHECK (decision IN ('allow', 'never'));
      ALTER TABLE consents ADD COLUMN last_used_at INTEGER;

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
    `)
  },
}

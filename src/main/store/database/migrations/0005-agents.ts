import type { Migration } from './migration'

/**
 * Coding agents: the permission and isolation of a chat; which of the agent's own sessions gave which answer, stored
 * before the answer is; and consents. A consent of a chat is erased with it; one without a chat applies wherever the
 * agent works in that folder. `what` is for users, in JSON; `terms` is compared.
 */
export const agents: Migration = {
  version: 5,
  up(database) {
    database.script(`
      ALTER TABLE sessions ADD COLUMN permission TEXT
        CHECK (permission IN ('read-only', 'workspace-write', 'unlimited'));
      ALTER TABLE sessions ADD COLUMN isolation TEXT CHECK (isolation IN ('same', 'worktree', 'copy'));

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
        id         TEXT PRIMARY KEY NOT NULL,
        agent_id   TEXT NOT NULL,
        folder     TEXT NOT NULL,
        kind       TEXT NOT NULL,
        what       TEXT NOT NULL,
        terms      TEXT NOT NULL,
        permission TEXT NOT NULL CHECK (permission IN ('read-only', 'workspace-write', 'unlimited')),
        session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE,
        decided_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX consents_by_folder ON consents (folder, agent_id);
      CREATE INDEX consents_of_session ON consents (session_id) WHERE session_id IS NOT NULL;
    `)
  },
}

import type { Migration } from './migration'

/**
 * Projects, and which chats and comparisons belong to one. A repair may lose a project but must not lose its chats, so
 * `project_id` is no reference: an unknown project counts as none. `folded_name` is as for prompts, `params` as for chats.
 */
export const projects: Migration = {
  version: 21,
  up(database) {
    database.script(`
      CREATE TABLE projects (
        id           TEXT PRIMARY KEY NOT NULL,
        name         TEXT NOT NULL,
        folded_name  TEXT NOT NULL UNIQUE,
        colour       TEXT NOT NULL,
        instructions TEXT NOT NULL,
        model        TEXT,
        params       TEXT NOT NULL,
        line_up_id   TEXT,
        position     INTEGER NOT NULL,
        created_at   INTEGER NOT NULL,
        updated_at   INTEGER NOT NULL
      ) STRICT;

      ALTER TABLE sessions ADD COLUMN project_id TEXT;
      ALTER TABLE comparisons ADD COLUMN project_id TEXT;

      CREATE INDEX sessions_of_project ON sessions (project_id, archived, pinned DESC, updated_at DESC, id DESC)
        WHERE project_id IS NOT NULL;
      CREATE INDEX comparisons_of_project ON comparisons (project_id) WHERE project_id IS NOT NULL;
    `)
  },
}

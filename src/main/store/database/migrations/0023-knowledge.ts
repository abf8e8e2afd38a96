import type { Migration } from './migration'

/**
 * The files and folders that are the knowledge of a project. `name` is that of a file, `path` that of a folder, which is
 * read only if `is_allowed`. As everywhere, `project_id` is no reference. What is found in them is in an index of its own
 * for each project, which can be built again.
 */
export const knowledge: Migration = {
  version: 23,
  up(database) {
    database.script(`
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
      CREATE INDEX knowledge_sources_of_project ON knowledge_sources (project_id, added_at, id);
    `)
  },
}

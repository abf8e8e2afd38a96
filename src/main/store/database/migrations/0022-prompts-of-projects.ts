import type { Migration } from './migration'

/** A prompt may belong to a project, as a chat does: `project_id` is no reference, and an unknown project is none. */
export const promptsOfProjects: Migration = {
  version: 22,
  up(database) {
    database.script(`
      ALTER TABLE prompts ADD COLUMN project_id TEXT;
      CREATE INDEX prompts_of_project ON prompts (project_id) WHERE project_id IS NOT NULL;
    `)
  },
}

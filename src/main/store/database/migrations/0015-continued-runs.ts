import type { Migration } from './migration'

/** Which answer a run continues, so that a run that adds nothing to it leaves no answer, also after a crash. */
export const continuedRuns: Migration = {
  version: 15,
  up(database) {
    database.script(`
      -- JSON: the id of the answer, and that of the last message that the session showed before; null for other runs.
      ALTER TABLE runs ADD COLUMN continues TEXT;
    `)
  },
}

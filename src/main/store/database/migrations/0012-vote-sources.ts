import type { Migration } from './migration'

/** Where a vote came from: null for the user's own, otherwise the name of the file that contained it. */
export const voteSources: Migration = {
  version: 12,
  up(database) {
    database.script(`
      ALTER TABLE votes ADD COLUMN source TEXT;
    `)
  },
}

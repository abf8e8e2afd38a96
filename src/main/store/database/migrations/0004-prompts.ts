import type { Migration } from './migration'

/** Texts that the user saves to use again. `folded_name` is the name as it is compared, ignoring case. */
export const prompts: Migration = {
  version: 4,
  up(database) {
    database.script(`
      CREATE TABLE prompts (
        id          TEXT PRIMARY KEY NOT NULL,
        name        TEXT NOT NULL,
        folded_name TEXT NOT NULL UNIQUE,
        text        TEXT NOT NULL,
        updated_at  INTEGER NOT NULL
      ) STRICT;
    `)
  },
}

import type { Migration } from './migration'

/** Panes that the user saves under a name. `panes` is a JSON list; `folded_name` is as for prompts. */
export const lineUps: Migration = {
  version: 11,
  up(database) {
    database.script(`
      CREATE TABLE line_ups (
        id          TEXT PRIMARY KEY NOT NULL,
        name        TEXT NOT NULL,
        folded_name TEXT NOT NULL UNIQUE,
        panes       TEXT NOT NULL,
        is_blind    INTEGER NOT NULL CHECK (is_blind IN (0, 1)),
        updated_at  INTEGER NOT NULL
      ) STRICT;
    `)
  },
}

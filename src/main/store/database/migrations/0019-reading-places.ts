import type { Migration } from './migration'

/** Where the user was reading in a chat or pane, unless that was its end. The message may have been erased since. */
export const readingPlaces: Migration = {
  version: 19,
  up(database) {
    database.script(`
      CREATE TABLE reading_places (
        session_id TEXT PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        message_id TEXT NOT NULL,
        -- How far the message starts below the top of the view.
        top_px     INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
    `)
  },
}

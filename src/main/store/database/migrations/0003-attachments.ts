import type { Migration } from './migration'

/**
 * Files that go with messages, each named as when it was attached; the bytes are stored under their hash in the data
 * folder. `used_at` is when it was last attached or sent. A queued message has its files as parts in JSON, and may name
 * the model that answers it.
 */
export const attachments: Migration = {
  version: 3,
  up(database) {
    database.script(`
      CREATE TABLE attachments (
        number     INTEGER PRIMARY KEY,
        id         TEXT NOT NULL UNIQUE,
        hash       TEXT NOT NULL,
        name       TEXT NOT NULL,
        media_type TEXT NOT NULL,
        size_bytes INTEGER NOT NULL,
        width      INTEGER,
        height     INTEGER,
        page_count INTEGER,
        created_at INTEGER NOT NULL,
        used_at    INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX attachments_by_hash ON attachments (hash);

      -- Few messages have any, and all that do are asked for to find files that none has.
      CREATE INDEX messages_with_attachments ON messages (number) WHERE instr(parts, '"type":"attachment"') > 0;

      ALTER TABLE queued_messages ADD COLUMN attachments TEXT;
      ALTER TABLE queued_messages ADD COLUMN model TEXT;
    `)
  },
}

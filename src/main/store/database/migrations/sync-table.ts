/**
 * What this machine has written into the sync folder and read from it. In this file, so that an older copy of the store
 * has the older numbers, too, and reads again what it lacks.
 */
export const syncNumbers = `
  CREATE TABLE sync_numbers (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    content TEXT NOT NULL
  ) STRICT;`

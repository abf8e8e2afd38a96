import type { Migration } from './migration'

/** Whether a run's model was free when it was asked: a crash must not make its answer one of unknown cost. */
export const freeRuns: Migration = {
  version: 27,
  up(database) {
    database.script(`
      ALTER TABLE runs ADD COLUMN is_free INTEGER NOT NULL DEFAULT 0;
    `)
  },
}

import type { Migration } from './migration'

/** A request of which only a part of the cost is known has cost at least that part. */
export const leastCosts: Migration = {
  version: 29,
  up(database) {
    database.script(`
      -- US dollars; null if the cost is known, or nothing of it.
      ALTER TABLE spending ADD COLUMN least_usd REAL;
    `)
  },
}

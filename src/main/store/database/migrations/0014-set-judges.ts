import type { Migration } from './migration'

/**
 * Runs in which a model judges the answers of another run. `prompts` of such a run are the pairs of cells to compare;
 * the requests are built from their answers.
 */
export const setJudges: Migration = {
  version: 14,
  up(database) {
    database.script(`
      ALTER TABLE set_runs ADD COLUMN judge_of TEXT;
      CREATE INDEX judges_of_run ON set_runs (judge_of) WHERE judge_of IS NOT NULL;
    `)
  },
}

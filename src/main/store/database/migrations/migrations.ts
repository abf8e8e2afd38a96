import { invariant } from '../../../../shared/invariant'
import type { WritableDatabase } from '../database'
import { sessionsAndComparisons } from './0001-sessions-and-comparisons'
import { treesSearchAndBin } from './0002-trees-search-and-bin'
import { attachments } from './0003-attachments'
import { prompts } from './0004-prompts'
import { agents } from './0005-agents'
import { votes } from './0006-votes'
import { promptSets } from './0007-prompt-sets'
import { blindMode } from './0008-blind-mode'
import { merges } from './0009-merges'
import { paneLetters } from './0010-pane-letters'
import { lineUps } from './0011-line-ups'
import { voteSources } from './0012-vote-sources'
import { setBallots } from './0013-set-ballots'
import { setJudges } from './0014-set-judges'
import { continuedRuns } from './0015-continued-runs'
import { spending } from './0016-spending'
import { votesOnCopies } from './0017-votes-on-copies'
import { summaries } from './0018-summaries'
import { readingPlaces } from './0019-reading-places'
import { rowVerdicts } from './0020-row-verdicts'
import { projects } from './0021-projects'
import { promptsOfProjects } from './0022-prompts-of-projects'
import { knowledge } from './0023-knowledge'
import { tools } from './0024-tools'
import { fileEdits } from './0025-file-edits'
import { importedFolders } from './0026-imported-folders'
import { freeRuns } from './0027-free-runs'
import { lineUpFolders } from './0028-line-up-folders'
import { leastCosts } from './0029-least-costs'
import { searchedLater } from './0030-searched-later'
import type { Migration } from './migration'

/** Every step, in order. */
export const migrations: readonly Migration[] = [
  sessionsAndComparisons,
  treesSearchAndBin,
  attachments,
  prompts,
  agents,
  votes,
  promptSets,
  blindMode,
  merges,
  paneLetters,
  lineUps,
  voteSources,
  setBallots,
  setJudges,
  continuedRuns,
  spending,
  votesOnCopies,
  summaries,
  readingPlaces,
  rowVerdicts,
  projects,
  promptsOfProjects,
  knowledge,
  tools,
  fileEdits,
  importedFolders,
  freeRuns,
  lineUpFolders,
  leastCosts,
  searchedLater,
]

/** The version after `migrate`. */
export const newestVersion = migrations.length

/**
 * Migrates the file from its version to the newest, with one transaction per step: a failing step leaves the file as
 * after the previous step.
 */
export function migrate(database: WritableDatabase, steps: readonly Migration[] = migrations): void {
  const row = database.query<{ user_version: number }>('PRAGMA user_version').get()
  const version = row?.user_version ?? 0
  // A rebuilt table is dropped while others refer to it; dangling references are detected at the end.
  database.script('PRAGMA foreign_keys = OFF')
  try {
    for (const step of steps) {
      if (step.version <= version) continue
      database.transaction(() => {
        step.up(database)
        const dangling = database.query<{ table: string }>('PRAGMA foreign_key_check').all()
        invariant(dangling.length === 0, `migration ${step.version} leaves no dangling references`)
        database.script(`PRAGMA user_version = ${step.version}`)
      })
    }
  } finally {
    database.script('PRAGMA foreign_keys = ON')
  }
}

import { systemClock } from '../base/clock'
import { type Jobs, loadedOnDemand } from '../base/threads/job'
import { openReadOnly, type ReadOnlyDatabase } from '../store/database/database'
import type { WhichModel } from '../../shared/which-model/which-model'
import type { Evidence } from './evidence'
import type { PartsQuery, WhichQuery } from './which-model'

/** Kept between requests of this thread: nothing changes until someone writes. */
interface Kept {
  file: string
  database: ReadOnlyDatabase
  version: number | null
  evidence: Evidence
  /** By their queries. */
  results: Map<string, WhichModel>
}
let kept: Kept | null = null
/** Another number after each change by another connection. */
const dataVersion = 'SELECT data_version AS version FROM pragma_data_version'

/** Done in a thread: reading thousands of votes and answers would block the main thread. */
export const whichModelJobs = {
  whichModel: loadedOnDemand(async () => {
    const { whichModelBy } = await import('./which-model')
    return async ({ file, ...query }: WhichQuery) => {
      const { evidence, results } = await evidenceIn(file)
      const key = JSON.stringify(query)
      const result = results.get(key) ?? whichModelBy(evidence, query)
      results.set(key, result)
      return result
    }
  }),
  figureParts: loadedOnDemand(async () => {
    const { figureParts } = await import('./which-model')
    return async (query: PartsQuery) => figureParts(await evidenceIn(query.file), query)
  }),
} satisfies Jobs

export type WhichModelJobs = typeof whichModelJobs

/** Closes the file that is kept open. The next request opens it again. */
export function closeEvidence(): void {
  kept?.database.close()
  kept = null
}

async function evidenceIn(file: string): Promise<Kept> {
  const { readEvidence } = await import('./evidence')
  if (kept?.file !== file) closeEvidence()
  const database = kept?.database ?? openReadOnly(file, { clock: systemClock, onSlowStatement: () => {} })
  try {
    const { version = null } = database.query<{ version: number }>(dataVersion).get() ?? {}
    if (kept === null || version === null || version !== kept.version) {
      kept = { file, database, version, evidence: readEvidence(database), results: new Map() }
    }
    return kept
  } catch (error) {
    // Opened again for the next request, in case it has recovered by then.
    database.close()
    kept = null
    throw error
  }
}

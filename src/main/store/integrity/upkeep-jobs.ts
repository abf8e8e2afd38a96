import { type Jobs, loadedOnDemand } from '../../base/threads/job'
import { checkpointLog } from '../database/database-file'
import { withReadOnly } from '../database/database'
import { checkDatabase } from './verify-database'
import { storeFiles } from '../database/store-files'

interface OfFolder {
  dataFolder: string
}

const snapshots = () => import('./snapshots')

/** The jobs of store upkeep. Each reads or copies the whole store, so it takes time. */
export const upkeepJobs = {
  takeSnapshot: loadedOnDemand(async () => (await snapshots()).takeSnapshot),
  checkSnapshot: loadedOnDemand(async () => (await snapshots()).checkSnapshot),
  prepareRestore: loadedOnDemand(async () => (await snapshots()).prepareRestore),
  repairStore: loadedOnDemand(async () => (await import('./repair-store')).repairStore),
  /** @throws STORE_DAMAGED */
  checkStore: ({ dataFolder, isThorough }: OfFolder & { isThorough: boolean }) =>
    checkDatabase(storeFiles(dataFolder).database, { isThorough }),
  checkpoint: ({ dataFolder }: OfFolder) => checkpointLog(storeFiles(dataFolder).database),
  newestMessage,
} satisfies Jobs

export type UpkeepJobs = typeof upkeepJobs

function newestMessage({ dataFolder }: OfFolder): { newestMessageAt: number | null } {
  return withReadOnly(storeFiles(dataFolder).database, (database) => {
    const newest = database.query<{ at: number | null }>('SELECT max(created_at) AS at FROM messages').get()
    return { newestMessageAt: newest?.at ?? null }
  })
}

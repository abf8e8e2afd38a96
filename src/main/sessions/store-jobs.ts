import type { Jobs } from '../base/job'
import { exportFile, exportText } from './export/export-jobs'
import { readImport } from './import/read-import'
import { searchJob } from './search-job'
import { upkeepJobs } from './upkeep-jobs'

/** What is done away from the main thread. Each job opens what it needs by the name of its file, and closes it. */
export const storeJobs = {
  exportFile,
  exportText,
  readImport,
  search: searchJob,
  ...upkeepJobs,
} satisfies Jobs

export type StoreJobs = typeof storeJobs

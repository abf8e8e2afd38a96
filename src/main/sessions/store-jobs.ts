import type { Jobs } from '../base/job'
import { attachmentsInUse } from './attachments/attachments-in-use'
import { exportFile, exportText } from './export/export-jobs'
import { readImport } from './import/read-import'
import { outlineJob } from './outline-job'
import { searchJob } from './search-job'
import { upkeepJobs } from './upkeep-jobs'

/** What is done away from the main thread. Each job opens what it needs by the name of its file, and closes it. */
export const storeJobs = {
  attachmentsInUse,
  exportFile,
  exportText,
  outline: outlineJob,
  readImport,
  search: searchJob,
  ...upkeepJobs,
} satisfies Jobs

export type StoreJobs = typeof storeJobs

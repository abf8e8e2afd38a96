import type { Jobs } from '../base/threads/job'
import { attachmentsInUse } from './attachments/attachments-in-use'
import { exportBundle, exportFile, exportText } from './transfer/export/export-jobs'
import { readImport } from './transfer/import/reading/read-import'
import { outlineJob } from './messages/outline-job'
import { searchJob } from './search/search-job'
import { upkeepJobs } from './integrity/maintenance/upkeep-jobs'

/** Work outside the main thread. Each job opens what it needs by file name, and closes it. */
export const storeJobs = {
  attachmentsInUse,
  exportBundle,
  exportFile,
  exportText,
  outline: outlineJob,
  readImport,
  search: searchJob,
  ...upkeepJobs,
} satisfies Jobs

export type StoreJobs = typeof storeJobs

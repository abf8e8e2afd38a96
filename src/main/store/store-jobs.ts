import { type Jobs, loadedOnDemand } from '../base/threads/job'
import { knowledgeJobs } from './knowledge/knowledge-jobs'
import { outlineJob } from './messages/outline'
import { indexMessages, searchJob } from './search/search-job'
import { upkeepJobs } from './integrity/upkeep-jobs'

const exporting = () => import('./transfer/export/export-jobs')

/** Work outside the main thread. Each job opens what it needs by file name, and closes it. */
export const storeJobs = {
  attachmentsInUse: loadedOnDemand(
    async () => (await import('./attachments/attachments-in-use')).attachmentsInUse,
  ),
  exportBundle: loadedOnDemand(async () => (await exporting()).exportBundle),
  exportArchive: loadedOnDemand(async () => (await exporting()).exportArchive),
  exportFile: loadedOnDemand(async () => (await exporting()).exportFile),
  exportComparison: loadedOnDemand(async () => (await exporting()).exportComparison),
  exportText: loadedOnDemand(async () => (await exporting()).exportText),
  findDiagrams: loadedOnDemand(async () => (await exporting()).findDiagrams),
  indexMessages,
  outline: outlineJob,
  readImport: loadedOnDemand(async () => (await import('./transfer/import/reading/read-import')).readImport),
  search: searchJob,
  syncMarkdownFolder: loadedOnDemand(
    async () => (await import('./transfer/folder/sync-markdown-folder')).folderJobs.syncMarkdownFolder,
  ),
  ...knowledgeJobs,
  ...upkeepJobs,
} satisfies Jobs

export type StoreJobs = typeof storeJobs

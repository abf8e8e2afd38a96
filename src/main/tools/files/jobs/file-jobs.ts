import type { Jobs } from '../../../base/threads/job'
import { listFolder } from './list-folder'
import { planEdit } from './plan-edit'
import { readFileLines, readWholeText } from './read-lines'
import { searchFiles } from './search-files'
import { undoFile, writeFile } from './write-file'

/**
 * The jobs of the file tools. They run in a thread that can be terminated: a disk may not answer, and a pattern may
 * take forever.
 */
export const fileJobs = {
  /** Resolves when the next job can start immediately. */
  prepareFiles: (_input: null): null => null,
  listFolder,
  readFileLines,
  readWholeText,
  searchFiles,
  planEdit,
  writeFile,
  undoFile,
} satisfies Jobs

export type FileJobs = typeof fileJobs

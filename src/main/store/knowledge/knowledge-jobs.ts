import { type Jobs, loadedOnDemand } from '../../base/threads/job'
import { knowledgeFiles, knowledgeStats, knowledgeText, removeIndex, removeOtherIndexes } from './open-index'

/** Work on the knowledge of projects outside the main thread. */
export const knowledgeJobs = {
  findPassages: loadedOnDemand(async () => (await import('./find-passages')).findPassages),
  knowledgeFiles,
  knowledgeStats,
  knowledgeText,
  removeIndex,
  removeOtherIndexes,
  updateIndex: loadedOnDemand(async () => (await import('./update-index')).updateIndex),
} satisfies Jobs

export type KnowledgeJobs = typeof knowledgeJobs

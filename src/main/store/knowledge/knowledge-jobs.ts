import { type Jobs, loadedOnDemand } from '../../base/threads/job'

/** Work on the knowledge of projects outside the main thread. */
export const knowledgeJobs = {
  findPassages: loadedOnDemand(async () => (await import('./find-passages')).findPassages),
  knowledgeFiles: loadedOnDemand(async () => (await import('./open-index')).knowledgeFiles),
  knowledgeStats: loadedOnDemand(async () => (await import('./open-index')).knowledgeStats),
  knowledgeText: loadedOnDemand(async () => (await import('./open-index')).knowledgeText),
  removeIndex: loadedOnDemand(async () => (await import('./open-index')).removeIndex),
  removeOtherIndexes: loadedOnDemand(async () => (await import('./open-index')).removeOtherIndexes),
  updateIndex: loadedOnDemand(async () => (await import('./update-index')).updateIndex),
} satisfies Jobs

export type KnowledgeJobs = typeof knowledgeJobs

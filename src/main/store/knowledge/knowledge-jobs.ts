import { type Jobs, loadedOnDemand } from '../../base/threads/job'

/** Work on the knowledge of projects outside the main thread. */
export const knowledgeJobs = {
  findPassages: loadedOnDemand(async () => (await import('./index/find-passages')).findPassages),
  knowledgeFiles: loadedOnDemand(async () => (await import('./index/index-stats')).knowledgeFiles),
  knowledgeStats: loadedOnDemand(async () => (await import('./index/index-stats')).knowledgeStats),
  knowledgeText: loadedOnDemand(async () => (await import('./index/index-stats')).knowledgeText),
  removeIndex: loadedOnDemand(async () => (await import('./index/open-index')).removeIndex),
  removeOtherIndexes: loadedOnDemand(async () => (await import('./index/open-index')).removeOtherIndexes),
  updateIndex: loadedOnDemand(async () => (await import('./index/update-index')).updateIndex),
} satisfies Jobs

export type KnowledgeJobs = typeof knowledgeJobs

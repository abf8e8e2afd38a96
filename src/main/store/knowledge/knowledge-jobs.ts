import { type Jobs, loadedOnDemand } from '../../base/threads/job'

const index = () => import('./open-index')

/** Work on the knowledge of projects outside the main thread. */
export const knowledgeJobs = {
  findPassages: loadedOnDemand(async () => (await import('./find-passages')).findPassages),
  knowledgeFiles: loadedOnDemand(async () => (await index()).knowledgeFiles),
  knowledgeStats: loadedOnDemand(async () => (await index()).knowledgeStats),
  knowledgeText: loadedOnDemand(async () => (await index()).knowledgeText),
  removeIndex: loadedOnDemand(async () => (await index()).removeIndex),
  removeOtherIndexes: loadedOnDemand(async () => (await index()).removeOtherIndexes),
  updateIndex: loadedOnDemand(async () => (await import('./update-index')).updateIndex),
} satisfies Jobs

export type KnowledgeJobs = typeof knowledgeJobs

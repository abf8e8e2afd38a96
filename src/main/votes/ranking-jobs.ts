import { type Jobs, loadedOnDemand } from '../base/threads/job'

const ranking = () => import('./stored-ranking')

/** Ranking is done by a thread: reading and ranking thousands of votes would block the main one. */
export const rankingJobs = {
  rankStoredVotes: loadedOnDemand(async () => (await ranking()).rankStoredVotes),
  votesInScope: loadedOnDemand(async () => (await ranking()).votesInScope),
} satisfies Jobs

export type RankingJobs = typeof rankingJobs

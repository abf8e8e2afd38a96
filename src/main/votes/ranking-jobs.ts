import { type Jobs, loadedOnDemand } from '../base/threads/job'

const ranking = () => import('./stored-ranking')
const voteFile = () => import('./vote-file')

/** Done in a thread: reading and ranking thousands of votes would block the main thread. */
export const rankingJobs = {
  rankStoredVotes: loadedOnDemand(async () => (await ranking()).rankStoredVotes),
  votesInScope: loadedOnDemand(async () => (await ranking()).votesInScope),
  newestInScope: loadedOnDemand(async () => (await ranking()).newestInScope),
  readVoteFile: loadedOnDemand(async () => (await import('./vote-import')).readVoteFile),
  storedVotesCsv: loadedOnDemand(async () => (await voteFile()).storedVotesCsv),
} satisfies Jobs

export type RankingJobs = typeof rankingJobs

import { type Jobs, loadedOnDemand } from '../base/threads/job'

/** Reports are made by a thread: adding up 100,000 requests would block the main one. */
export const spendingJobs = {
  reportSpending: loadedOnDemand(async () => (await import('./spending-report')).reportSpending),
} satisfies Jobs

export type SpendingJobs = typeof spendingJobs

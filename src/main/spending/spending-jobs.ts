import { type Jobs, loadedOnDemand } from '../base/threads/job'

/** Reports are made in a thread: adding up 100,000 requests would block the main thread. */
export const spendingJobs = {
  reportSpending: loadedOnDemand(async () => (await import('./spending-report')).reportSpending),
} satisfies Jobs

export type SpendingJobs = typeof spendingJobs

import type { Jobs } from '../base/job'

/** What is done away from the main thread. Each job opens what it needs by the name of its file, and closes it. */
export const storeJobs = {} satisfies Jobs

export type StoreJobs = typeof storeJobs

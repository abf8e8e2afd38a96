import type { JobRunner } from '../../base/threads/job'
import type { StoreJobs } from '../store-jobs'
import { upkeepJobs } from '../integrity/upkeep-jobs'

/** Runs the jobs of upkeep synchronously in this thread. */
export const directJobs = {
  async run(name: keyof typeof upkeepJobs, input: never) {
    return upkeepJobs[name](input)
  },
} as JobRunner<StoreJobs>

import type { JobRunner } from '../../base/threads/job'
import type { StoreJobs } from '../store-jobs'
import { upkeepJobs } from '../integrity/maintenance/upkeep-jobs'

/** Does the jobs of upkeep in this thread, at once. */
export const directJobs = {
  async run(name: keyof typeof upkeepJobs, input: never) {
    return upkeepJobs[name](input)
  },
} as JobRunner<StoreJobs>

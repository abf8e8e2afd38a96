import type { Jobs } from '../../../base/threads/job'
import type { CheckedResult } from './check-result'

const checking = () => import('./check-result')

/** The jobs that check structured results. */
export const resultJobs = {
  /** Resolves when a check can start immediately. */
  async prepareChecks(_input: null): Promise<null> {
    await checking()
    return null
  },
  async checkResult(given: CheckedResult): Promise<string | null> {
    return (await checking()).checkResult(given)
  },
} satisfies Jobs

export type ResultJobs = typeof resultJobs

import type { CheckResult } from '../../../shared/sets/checks'
import type { Jobs } from '../../base/threads/job'
import type { SlowCheck } from './answer-checker'

const checking = () => import('./slow-checks')

/** The jobs of the thread that checks answers. Only that thread loads the validation library. */
export const checkJobs = {
  /** Resolves when the next check can start immediately. */
  async prepareChecks(_input: null): Promise<null> {
    await checking()
    return null
  },
  /** The check is a JSON string, because structured clone fails on schemas that are nested too deeply. */
  async checkAnswer(input: { check: string; text: string }): Promise<CheckResult> {
    const { runSlowCheck } = await checking()
    return runSlowCheck(JSON.parse(input.check) as SlowCheck, input.text)
  },
} satisfies Jobs

export type CheckJobs = typeof checkJobs

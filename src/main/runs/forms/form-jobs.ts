import type { Jobs } from '../../base/threads/job'
import type { FormProblem } from './check-form-values'

const checking = () => import('./check-form-values')

/** What is done to forms away from the main thread. The library is loaded by the thread that needs it. */
export const formJobs = {
  /** Is there when the next check can begin at once. */
  async prepare(_input: null): Promise<null> {
    await checking()
    return null
  },
  /** Both are JSON, so that no depth of theirs can break the way here. */
  async checkForm(input: { schema: string; values: string }): Promise<FormProblem[]> {
    const { checkFormValues } = await checking()
    return checkFormValues(JSON.parse(input.schema) as Record<string, unknown>, JSON.parse(input.values))
  },
} satisfies Jobs

export type FormJobs = typeof formJobs

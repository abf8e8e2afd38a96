import type { Jobs } from '../../base/threads/job'
import type { FormProblem } from './check-form-values'

const checking = () => import('./check-form-values')

/** The jobs of the form thread. Only that thread loads the validation library. */
export const formJobs = {
  /** Resolves when the next check can start immediately. */
  async prepare(_input: null): Promise<null> {
    await checking()
    return null
  },
  /** Both are JSON strings, because structured clone fails on values that are nested too deeply. */
  async checkForm(input: { schema: string; values: string }): Promise<FormProblem[]> {
    const { checkFormValues } = await checking()
    return checkFormValues(JSON.parse(input.schema) as Record<string, unknown>, JSON.parse(input.values))
  },
} satisfies Jobs

export type FormJobs = typeof formJobs

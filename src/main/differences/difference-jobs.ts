import type { AnswerDifferences } from '../../shared/differences/differences'
import type { Jobs } from '../base/threads/job'

const comparing = () => import('./compare-answers')

/** The comparison of answers outside the main thread. Only that thread loads the parsers. */
export const differenceJobs = {
  /** Loads everything and runs it once, so that the next comparison starts at once. */
  async prepareComparison(_input: null): Promise<null> {
    const { compareAnswers } = await comparing()
    compareAnswers(['One sentence. Another one.', 'One other sentence. Another one.'])
    return null
  },
  async compareAnswers(input: { texts: readonly string[] }): Promise<AnswerDifferences> {
    const { compareAnswers } = await comparing()
    return compareAnswers(input.texts)
  },
} satisfies Jobs

export type DifferenceJobs = typeof differenceJobs

import type { AnswerDifferences } from '../../shared/differences/differences'
import type { Jobs } from '../base/threads/job'

const comparing = () => import('./compare-answers')
const sampleParagraphs = 100
let isPrepared = false

/** An answer of which every second paragraph contains `word`. */
function sampleAnswer(word: string): string {
  const paragraphs = Array.from({ length: sampleParagraphs }, (_, index) =>
    index % 2 === 0
      ? `Paragraph ${index} is the same in both. So is its end.`
      : `Paragraph ${index} has the ${word} word.`,
  )
  return paragraphs.join('\n\n')
}

/** The comparison of answers outside the main thread. Only that thread loads the parsers. */
export const differenceJobs = {
  /** Loads everything and runs it on a sample that is long enough to get the code compiled. */
  async prepareComparison(_input: null): Promise<null> {
    const { compareAnswers } = await comparing()
    if (!isPrepared) compareAnswers([sampleAnswer('first'), sampleAnswer('second')])
    isPrepared = true
    return null
  },
  async compareAnswers(input: { texts: readonly string[] }): Promise<AnswerDifferences> {
    const { compareAnswers } = await comparing()
    return compareAnswers(input.texts)
  },
} satisfies Jobs

export type DifferenceJobs = typeof differenceJobs

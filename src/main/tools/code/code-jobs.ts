import type { JobContext, Jobs } from '../../base/threads/job'
import type { CodeOutcome, CodeToRun } from './run-code'

const running = () => import('./run-code')

/** The shortest time between two reports of output. */
const reportMs = 100

/** The jobs that run code. Only their thread loads the engine. */
export const codeJobs = {
  /** Resolves when code can start immediately. */
  async prepareCode(_input: null): Promise<null> {
    await running()
    return null
  },
  /** Reports the output while the code runs, and ignores what is longer than `maxOutputChars`. */
  async runCode(
    { maxOutputChars, ...toRun }: CodeToRun & { maxOutputChars: number },
    context: JobContext<string>,
  ): Promise<CodeOutcome & { isOutputCut: boolean }> {
    const { runCode } = await running()
    let waiting = ''
    let reportedAt = performance.now()
    let chars = 0
    let isOutputCut = false
    const passOn = () => {
      if (waiting !== '') context.report(waiting)
      waiting = ''
      reportedAt = performance.now()
    }
    const outcome = await runCode(toRun, (line) => {
      const room = maxOutputChars - chars
      const taken = `${line}\n`.slice(0, room)
      if (taken.length < line.length + 1) isOutputCut = true
      waiting += taken
      chars += taken.length
      if (performance.now() - reportedAt > reportMs) passOn()
    })
    passOn()
    return { ...outcome, isOutputCut }
  },
} satisfies Jobs

export type CodeJobs = typeof codeJobs

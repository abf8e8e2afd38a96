import { ParleyError } from '../../../shared/errors'
import type { Check, CheckResult } from '../../../shared/sets/checks'
import type { Clock } from '../../base/clock'
import { type ClosableThread, SerialThread, threadStartMs } from '../../base/threads/serial-thread'
import type { CheckJobs } from './check-jobs'
import { type CheckedAnswer, type FolderCheck, isQuick, runQuickCheck, type SlowCheck } from './quick-checks'

/** The time limit for one regular expression or schema: some would never end. */
const longestCheckMs = 1_000
/** The time that an idle thread is kept. */
const idleMs = 60_000

/** Checks answers, one check after another; checks that may never end run in a thread with a time limit. */
export class AnswerChecker {
  readonly #thread: SerialThread<CheckJobs>
  readonly #checkMs: number

  constructor(deps: { openThread: () => ClosableThread<CheckJobs>; clock: Clock; checkMs?: number }) {
    this.#thread = new SerialThread({ open: deps.openThread, clock: deps.clock, idleMs })
    this.#checkMs = deps.checkMs ?? longestCheckMs
  }

  /**
   * The result of each check, in order. `runCommand` is absent for models that are not agents.
   * @throws CANCELLED after `close`; what `runCommand` throws
   */
  async run(
    checks: readonly Check[],
    answer: CheckedAnswer,
    runCommand?: (check: FolderCheck) => Promise<CheckResult>,
  ): Promise<CheckResult[]> {
    const results: CheckResult[] = []
    for (const check of checks) {
      if (check.kind === 'command') {
        results.push((await runCommand?.(check)) ?? { passed: false, isNotApplicable: true })
        continue
      }
      results.push(isQuick(check) ? runQuickCheck(check, answer) : await this.#runSlow(check, answer.text))
    }
    return results
  }

  /** Ends the current check and rejects every later one. */
  close(): Promise<void> {
    return this.#thread.close()
  }

  #runSlow(check: SlowCheck, text: string): Promise<CheckResult> {
    return this.#thread.use(async (thread) => {
      await thread.run('prepareChecks', null, { timeoutMs: threadStartMs })
      try {
        const input = { check: JSON.stringify(check), text }
        return await thread.run('checkAnswer', input, { timeoutMs: this.#checkMs })
      } catch (error) {
        if (error instanceof ParleyError && error.code === 'TIMEOUT')
          return { passed: false, problem: 'too-slow' }
        throw error
      }
    })
  }
}

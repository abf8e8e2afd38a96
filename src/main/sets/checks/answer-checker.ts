import { ParleyError } from '../../../shared/errors'
import type { Check, CheckResult } from '../../../shared/sets/checks'
import type { AnswerCourse } from '../../../shared/sets/schema'
import type { Clock } from '../../base/clock'
import { type ClosableThread, SerialThread, threadStartMs } from '../../base/threads/serial-thread'
import type { CheckJobs } from './check-jobs'
import { assertNever } from '../../../shared/invariant'

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

/** The part of an answer that checks examine. */
interface CheckedAnswer {
  text: string
  durationMs: number | null
  costUsd: number | null
  course?: AnswerCourse
}

/** A check that may take long, and so runs in a thread. */
export type SlowCheck = Extract<Check, { kind: 'matches' | 'json' | 'json-schema' }>
/** A check that needs the folder of an agent. */
export type FolderCheck = Extract<Check, { kind: 'command' }>
type QuickCheck = Exclude<Check, SlowCheck | FolderCheck>

/** True if the check takes no longer than reading the answer once. */
export function isQuick(check: Check): check is QuickCheck {
  const { kind } = check
  return kind !== 'matches' && kind !== 'json' && kind !== 'json-schema' && kind !== 'command'
}

/** Runs a check that needs no thread. */
export function runQuickCheck(check: QuickCheck, answer: CheckedAnswer): CheckResult {
  const { text, durationMs, costUsd, course } = answer
  switch (check.kind) {
    case 'contains': {
      const fold = folding(check.ignoreCase)
      return { passed: fold(text).includes(fold(check.value)) !== (check.not ?? false) }
    }
    case 'equals': {
      const fold = folding(check.ignoreCase)
      return { passed: (fold(text.trim()) === fold(check.value.trim())) !== (check.not ?? false) }
    }
    case 'length': {
      const { length } = text.trim()
      if (check.min !== undefined && length < check.min) return { passed: false, problem: 'too-short' }
      if (check.max !== undefined && length > check.max) return { passed: false, problem: 'too-long' }
      return { passed: true }
    }
    case 'renders':
      // A window runs it later.
      return { passed: false, isNotApplicable: true, problem: 'needs-window' }
    case 'time':
      // Batches and some chats do not say how long an answer took.
      if (durationMs === null) return { passed: false, isNotApplicable: true }
      return { passed: durationMs <= check.maxMs }
    case 'cost':
      if (costUsd === null && course?.isEarlier === true) return { passed: false, isNotApplicable: true }
      if (costUsd === null) return { passed: false, problem: 'price-unknown' }
      return { passed: costUsd <= check.maxUsd }
    default:
      return assertNever(check)
  }
}

/** Canonically equivalent texts are equal: é as one character, or as e with an accent. */
function folding(ignoreCase = false): (text: string) => string {
  return (text) => {
    const normal = text.normalize('NFC')
    return ignoreCase ? normal.toLowerCase() : normal
  }
}

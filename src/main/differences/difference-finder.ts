import { type AnswerDifferences, maxComparedChars } from '../../shared/differences/differences'
import { type ClosableThread, SerialThread, threadStartMs } from '../base/threads/serial-thread'
import type { Clock } from '../base/clock'
import type { JobRunner } from '../base/threads/job'
import type { DifferenceJobs } from './difference-jobs'

/** A comparison limits its own time; this ends one that does not get to check it. */
const longestComparisonMs = 20_000
/** The time for which an idle thread is kept. */
const idleMs = 60_000

/** Finds the differences between answers, one comparison at a time in a thread. The entry point of this folder. */
export class DifferenceFinder {
  readonly #thread: SerialThread<DifferenceJobs>

  constructor(deps: { openThread: () => ClosableThread<DifferenceJobs>; clock: Clock }) {
    this.#thread = new SerialThread({ open: deps.openThread, clock: deps.clock, idleMs })
  }

  /** Starts the thread and loads its code, so that a comparison soon afterwards does not have to wait for that. */
  prepare(signal: AbortSignal): Promise<void> {
    return this.#thread.use((thread) => load(thread, signal))
  }

  /**
   * Finds the differences between two answers, or among three to eight. Ranges refer to `texts`.
   * @throws the signal's reason, TIMEOUT, CANCELLED after `close`
   */
  find(texts: readonly string[], signal: AbortSignal): Promise<AnswerDifferences> {
    return this.#thread.use(async (thread) => {
      try {
        await load(thread, signal)
        const input = { texts: texts.map((text) => text.slice(0, maxComparedChars + 1)) }
        return await thread.run('compareAnswers', input, { signal, timeoutMs: longestComparisonMs })
      } catch (error) {
        // It may still be computing, and does not see the abort before it ends.
        if (signal.aborted) void this.#thread.discard()
        throw error
      }
    })
  }

  /** Cancels the current comparison and rejects every later one. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

async function load(thread: JobRunner<DifferenceJobs>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await thread.run('prepareComparison', null, { signal, timeoutMs: threadStartMs })
}

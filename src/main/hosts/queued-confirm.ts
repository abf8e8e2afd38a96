import type { Clock } from '../base/clock'
import { unlessAborted } from '../base/pause'
import type { Confirmation, Platform } from '../platform/platform'

/** A question without an answer is withdrawn after this time. */
const timeoutMs = 600_000

/** Shows a question and returns the answer; once `signal` aborts, removes the question and settles. */
export type ShowConfirmation = (question: Confirmation, signal: AbortSignal) => Promise<boolean>

/**
 * Asks the user one question at a time, in order. A question that is withdrawn, or open for ten minutes, is answered
 * with false.
 */
export function queuedConfirm(show: ShowConfirmation, clock: Clock): Platform['confirm'] {
  let last: Promise<unknown> = Promise.resolve()
  return (question, signal) => {
    const answer = last.then(() => showFor(question, signal))
    // The next question waits for the end of this one, however it ends.
    last = answer.catch(() => undefined)
    return signal === undefined ? answer : unlessAborted(answer, signal, () => false)
  }

  async function showFor(question: Confirmation, signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted === true) return false
    const showing = new AbortController()
    const withdraw = () => showing.abort()
    signal?.addEventListener('abort', withdraw, { once: true })
    const cancelTimer = clock.after(timeoutMs, withdraw)
    try {
      const isAgreed = await show(question, showing.signal)
      return isAgreed && !showing.signal.aborted
    } finally {
      cancelTimer()
      signal?.removeEventListener('abort', withdraw)
    }
  }
}

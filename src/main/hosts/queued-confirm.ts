import type { Clock } from '../base/clock'
import type { Confirmation, Platform } from '../platform/platform'

/** A question that nobody has answered for this long is withdrawn. */
const timeoutMs = 600_000

/** Puts a question up and gives the answer; once `signal` aborts it takes the question away and settles. */
export type ShowConfirmation = (question: Confirmation, signal: AbortSignal) => Promise<boolean>

/**
 * Asks the user one question at a time, in the order in which they came. One that is withdrawn, or that stood for ten
 * minutes, is answered with false.
 */
export function queuedConfirm(show: ShowConfirmation, clock: Clock): Platform['confirm'] {
  let last: Promise<unknown> = Promise.resolve()
  return (question, signal) => {
    const { promise: withdrawn, resolve: withdraw } = Promise.withResolvers<boolean>()
    const onAbort = () => withdraw(false)
    signal?.addEventListener('abort', onAbort, { once: true })
    const answer = last.then(() => showFor(question, signal))
    // Whoever comes next waits for its end, however it ends.
    last = answer.catch(() => undefined)
    if (signal?.aborted === true) withdraw(false)
    return Promise.race([answer, withdrawn]).finally(() => signal?.removeEventListener('abort', onAbort))
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

import type { ServerContext } from '@modelcontextprotocol/server'

import { visibleWords } from '../../../shared/text/visible-text'
import type { Clock } from '../../base/clock'

/** Clients show these to people, who do not need them more often than this. */
const shortestGapMs = 300
const longestMessage = 120

/** Reports the latest progress to a client that asked for it, at intervals. */
export class Progress {
  readonly #context: ServerContext
  readonly #clock: Clock
  readonly #token: string | number | undefined
  #count = 0
  #next: string | null = null
  #cancelTimer: (() => void) | null = null

  constructor(context: ServerContext, clock: Clock) {
    this.#context = context
    this.#clock = clock
    const { _meta: given } = context.mcpReq
    this.#token = given?.progressToken
  }

  /** Reports the end of `text`. */
  report(text: string): void {
    const message = endOf(text)
    if (this.#token === undefined || message === '') return
    this.#next = message
    if (this.#cancelTimer === null) this.#tell()
  }

  /** Stops reporting: the answer follows. */
  stop(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = () => {}
    this.#next = null
  }

  #tell(): void {
    const message = this.#next
    if (message === null || this.#token === undefined) {
      this.#cancelTimer = null
      return
    }
    this.#next = null
    this.#count += 1
    this.#cancelTimer = this.#clock.after(shortestGapMs, () => this.#tell())
    this.#context.mcpReq
      .notify({
        method: 'notifications/progress',
        params: { progressToken: this.#token, progress: this.#count, message },
      })
      // The client is gone; the reader of its input ends the request.
      .catch(() => {})
  }
}

/** Truncated by whole characters, before invisible ones are replaced by longer names. */
function endOf(text: string): string {
  const line = text
    .slice(-4 * longestMessage)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed()
  return visibleWords(
    line.length <= longestMessage ? line : `…${line.slice(1 - longestMessage).toWellFormed()}`,
  )
}

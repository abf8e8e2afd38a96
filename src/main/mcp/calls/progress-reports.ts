import type { ServerContext } from '@modelcontextprotocol/server'

import { visibleWords } from '../../../shared/text/visible-text'
import type { Clock } from '../../base/clock'

/** Clients show these to people: more often than this is of no use to them. */
const shortestGapMs = 300
const longestMessage = 120

/** Tells the client, where it wants to know, what is going on: now and then, and the newest of it. */
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

  /** The end of `text` is what is told of it. */
  say(text: string): void {
    const message = lastWords(text)
    if (this.#token === undefined || message === '') return
    this.#next = message
    if (this.#cancelTimer === null) this.#tell()
  }

  /** Nothing is told any more: the answer comes now. */
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
      // The client is gone; whoever reads from it ends the request.
      .catch(() => {})
  }
}

/** Cut off by whole characters, before those that are not seen become longer by their names. */
function lastWords(text: string): string {
  const line = text
    .slice(-4 * longestMessage)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed()
  return visibleWords(
    line.length <= longestMessage ? line : `…${line.slice(1 - longestMessage).toWellFormed()}`,
  )
}

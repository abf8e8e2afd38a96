import type { SourceEvent } from '../../run-source/run-source'
import { keptOutputChars } from '../../../shared/runs/reduce-run'

/**
 * Passes the events of calls that run at once to the one generator that yields them. Output that arrives faster than it
 * is taken is joined, and its beginning dropped.
 */
export class CallEvents {
  #events: SourceEvent[] = []
  readonly #outputs = new Map<string, string>()
  #wake = () => {}
  #isClosed = false

  push(event: SourceEvent): void {
    this.#events.push(event)
    this.#wake()
  }

  output(toolCallId: string, text: string): void {
    if (text === '') return
    const before = this.#outputs.get(toolCallId)
    this.#outputs.set(toolCallId, ((before ?? '') + text).slice(-keptOutputChars))
    this.#wake()
  }

  /** No more events will come. */
  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  /** All events until `close`. */
  async *drain(): AsyncGenerator<SourceEvent, void, undefined> {
    for (;;) {
      const outputs = [...this.#outputs].map(([toolCallId, text]): SourceEvent => ({
        type: 'tool-output',
        toolCallId,
        text,
      }))
      this.#outputs.clear()
      const events = [...outputs, ...this.#events]
      this.#events = []
      for (const event of events) yield event
      if (events.length > 0) continue
      if (this.#isClosed) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

import type { CheckEvent } from '../../../shared/agents/command-checks'
import type { StreamEnd } from '../../../shared/rpc/frames'
import type { Dispose } from '../../base/dispose'
import type { EventSource } from '../../streams/event-source'

/** The stream of a check: closing it stops the command, and it ends when no process of the command is left. */
export class CheckStream implements EventSource<CheckEvent> {
  readonly #onClosed: () => void
  readonly #waiting: CheckEvent[] = []
  #listener: ((urgent: boolean) => void) | null = null
  #end: StreamEnd | null = null

  constructor(onClosed: () => void) {
    this.#onClosed = onClosed
  }

  get end(): StreamEnd | null {
    return this.#waiting.length === 0 ? this.#end : null
  }

  push(event: CheckEvent): void {
    this.#waiting.push(event)
    this.#listener?.(true)
  }

  finish(end: StreamEnd): void {
    this.#end = end
    this.#listener?.(true)
  }

  take(max: number): CheckEvent[] {
    return this.#waiting.splice(0, max)
  }

  onReadable(listener: (urgent: boolean) => void): Dispose {
    this.#listener = listener
    return () => {
      this.#listener = null
    }
  }

  close(): void {
    this.#onClosed()
  }
}

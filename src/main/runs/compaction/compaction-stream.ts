import type { CompactionEvent } from '../../../shared/sessions/compaction'
import type { StreamEnd } from '../../../shared/rpc/frames'
import type { EventSource } from '../../streams/event-source'

/** One reader of a compaction, which continues without readers. Keeps only the newest of several unread counts. */
export class CompactionStream implements EventSource<CompactionEvent> {
  #waiting: CompactionEvent[] = []
  #listener: ((urgent: boolean) => void) | null = null
  #end: StreamEnd | null = null

  push(event: CompactionEvent): void {
    if (this.#end !== null) return
    if (event.type === 'progress') this.#waiting = this.#waiting.filter(({ type }) => type !== 'progress')
    this.#waiting.push(event)
    this.#listener?.(event.type !== 'progress')
  }

  finish(end: StreamEnd): void {
    if (this.#end !== null) return
    this.#end = end
    this.#listener?.(true)
  }

  get end(): StreamEnd | null {
    return this.#waiting.length === 0 ? this.#end : null
  }

  take(max: number): CompactionEvent[] {
    return this.#waiting.splice(0, max)
  }

  onReadable(listener: (urgent: boolean) => void) {
    this.#listener = listener
    return () => {
      this.#listener = null
    }
  }

  close(): void {
    this.#waiting = []
    this.finish({ reason: 'stopped' })
  }
}

import type { MessageId, RunId, SessionId } from '../../../shared/ids'
import type { StreamEnd } from '../../../shared/rpc/frames'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { WatchEvent } from '../../../shared/runs/events'
import type { EventSource } from '../../streams/event-source'

/**
 * A run's log as a slow reader sees it: deltas are appended at any rate, only the newest are kept, and a reader whose
 * next delta has left the buffer gets a replay with a snapshot of the text before it.
 */
export class BoundedLogSource implements EventSource<WatchEvent> {
  readonly #texts: string[] = []
  readonly #announced: WatchEvent[] = []
  #nextSeq = 1
  #end: StreamEnd | null = null
  #listener: (urgent: boolean) => void = () => {}

  append(texts: readonly string[]): void {
    this.#texts.push(...texts)
    this.#listener(false)
  }

  finish(end: StreamEnd): void {
    this.#end = end
    this.#listener(true)
  }

  get end(): StreamEnd | null {
    return this.#end
  }

  take(max: number): WatchEvent[] {
    const events: WatchEvent[] = []
    while (events.length < max) {
      const event = this.#next()
      if (event === undefined) break
      events.push(event)
    }
    return events
  }

  onReadable(listener: (urgent: boolean) => void): () => void {
    this.#listener = listener
    return () => {
      this.#listener = () => {}
    }
  }

  close(): void {
    this.finish({ reason: 'stopped' })
  }

  #next(): WatchEvent | undefined {
    const firstKeptSeq = Math.max(1, this.#texts.length - wireLimits.replayEvents + 1)
    if (this.#announced.length === 0 && this.#nextSeq < firstKeptSeq) this.#announceReplay(firstKeptSeq)
    const announced = this.#announced.shift()
    if (announced !== undefined) return announced
    const text = this.#texts[this.#nextSeq - 1]
    if (text === undefined) return undefined
    this.#nextSeq += 1
    return { type: 'text-delta', seq: this.#nextSeq - 1, text }
  }

  #announceReplay(firstKeptSeq: number): void {
    const throughSeq = firstKeptSeq - 1
    const kept = this.#texts.slice(throughSeq)
    this.#announced.push(
      {
        type: 'replay-start',
        count: kept.length,
        throughSeq,
        snapshot: {
          message: {
            id: 'message-1' as MessageId,
            sessionId: 'session-1' as SessionId,
            runId: 'run-1' as RunId,
            parentId: null,
            role: 'assistant',
            parts: [{ type: 'text', text: this.#texts.slice(0, throughSeq).join('') }],
            status: 'streaming',
            createdAt: 0,
          },
          pending: { approvals: [], forms: [] },
          notices: [],
        },
      },
      ...kept.map((text, index): WatchEvent => ({ type: 'text-delta', seq: firstKeptSeq + index, text })),
      { type: 'replay-end' },
    )
    this.#nextSeq = this.#texts.length + 1
  }
}

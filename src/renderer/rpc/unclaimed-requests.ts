import type { ClientFrame, ServerFrame } from '../../shared/rpc/frames'

/** A request that the page has sent before its code was loaded. */
export type EarlyRequest = Extract<ClientFrame, { type: 'open' }>

/** Requests that were sent before anything asked for them, with what has arrived for them. */
export class UnclaimedRequests {
  readonly #ids = new Map<string, number>()
  readonly #received = new Map<number, ServerFrame[]>()

  constructor(requests: readonly EarlyRequest[]) {
    for (const { stream, input, id } of requests) {
      this.#ids.set(keyOf(stream, input), id)
      this.#received.set(id, [])
    }
  }

  get ids(): readonly number[] {
    return [...this.#received.keys()]
  }

  /** Keeps a frame for a request that nothing has asked for yet. False for any other frame. */
  keep(frame: ServerFrame): boolean {
    const kept = this.#received.get(frame.id)
    kept?.push(frame)
    return kept !== undefined
  }

  /** Takes the request for this stream and input; null if it was not sent, or is lost. */
  claim(stream: string, input: unknown): { id: number; received: readonly ServerFrame[] } | null {
    const key = keyOf(stream, input)
    const id = this.#ids.get(key)
    if (id === undefined) return null
    const received = this.#received.get(id) ?? []
    this.#ids.delete(key)
    this.#received.delete(id)
    return { id, received }
  }

  /** Forgets all of them. */
  clear(): void {
    this.#ids.clear()
    this.#received.clear()
  }
}

function keyOf(stream: string, input: unknown): string {
  return JSON.stringify([stream, input])
}

/** What happens in a turn, in its order, from those who say it to the one who reads it. */
export class EventQueue<Event> {
  readonly #maxWaiting: number
  #waiting: Event[] = []
  #end: { error: unknown } | { error?: never } | null = null
  #onEvent: (() => void) | null = null
  #room: PromiseWithResolvers<void> | null = null

  /** With `maxWaiting` events unread, `room` lets nobody through. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
  }

  /** What comes after the end is dropped. */
  push(event: Event): void {
    if (this.#end !== null) return
    this.#waiting.push(event)
    if (this.#waiting.length >= this.#maxWaiting) this.#room ??= Promise.withResolvers()
    this.#wake()
  }

  /** Resolves when there is room again; null while there is. */
  room(): Promise<void> | null {
    return this.#room?.promise ?? null
  }

  /** Ends it once all that waits is read. Only the first end counts. */
  end(): void {
    this.#finish({})
  }

  /** The same, with an error for the reader. */
  fail(error: unknown): void {
    this.#finish({ error })
  }

  /** @throws what it failed with, after the last event */
  async *read(): AsyncGenerator<Event, void, undefined> {
    for (;;) {
      const event = this.#waiting.shift()
      if (event !== undefined) {
        if (this.#waiting.length < this.#maxWaiting) this.#makeRoom()
        yield event
      } else if (this.#end !== null) {
        if ('error' in this.#end) throw this.#end.error
        return
      } else {
        await new Promise<void>((resolve) => {
          this.#onEvent = resolve
        })
      }
    }
  }

  #finish(end: { error: unknown } | { error?: never }): void {
    if (this.#end !== null) return
    this.#end = end
    this.#makeRoom()
    this.#wake()
  }

  #makeRoom(): void {
    this.#room?.resolve()
    this.#room = null
  }

  #wake(): void {
    this.#onEvent?.()
    this.#onEvent = null
  }
}

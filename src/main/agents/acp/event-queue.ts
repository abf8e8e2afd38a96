/** Passes the events of a turn in order from those who produce them to one reader. */
export class EventQueue<Event> {
  readonly #maxWaiting: number
  #waiting: Event[] = []
  #end: { error: unknown } | { error?: never } | null = null
  #onEvent: (() => void) | null = null
  #room: PromiseWithResolvers<void> | null = null

  /** With `maxWaiting` unread events, `room` makes producers wait. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
  }

  /** Events after the end are dropped. */
  push(event: Event): void {
    if (this.#end !== null) return
    this.#waiting.push(event)
    if (this.#waiting.length >= this.#maxWaiting) this.#room ??= Promise.withResolvers()
    this.#wake()
  }

  /** Resolves when there is room again; null while there is. */
  whenReady(): Promise<void> | null {
    return this.#room?.promise ?? null
  }

  /** Ends the queue once all events are read. Later calls have no effect. */
  end(): void {
    this.#finish({})
  }

  /** Ends the queue with an error for the reader. */
  fail(error: unknown): void {
    this.#finish({ error })
  }

  /** @throws the error of `fail`, after the last event */
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

/** Serialises imports of the same conversation from several files. */
export class OriginLocks {
  readonly #tails = new Map<string, Promise<void>>()

  /** Resolves when the conversation is free, with a function that releases it. */
  async acquire(origin: string): Promise<() => void> {
    const before = this.#tails.get(origin)
    const turn = Promise.withResolvers<void>()
    const tail = (before ?? Promise.resolve()).then(() => turn.promise)
    this.#tails.set(origin, tail)
    await before
    return () => {
      turn.resolve()
      if (this.#tails.get(origin) === tail) this.#tails.delete(origin)
    }
  }
}

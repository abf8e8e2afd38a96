/** Lets one after another deal with the same conversation, when several files bring it at once. */
export class OriginLocks {
  readonly #tails = new Map<string, Promise<void>>()

  /** Resolves, when nobody else is at it any more, with what ends this turn. */
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

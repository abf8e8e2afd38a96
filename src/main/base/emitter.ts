import type { Dispose } from './dispose'

/**
 * Notifies listeners in the order in which they were added. If one throws, the others are still called and the
 * emitter's caller continues: the error becomes an uncaught one, which the host reports to health.
 */
export class Emitter<Value> {
  readonly #listeners = new Set<(value: Value) => void>()

  on(listener: (value: Value) => void): Dispose {
    // Wrapped, so that the same function can be added twice.
    const entry = (value: Value) => listener(value)
    this.#listeners.add(entry)
    return () => {
      this.#listeners.delete(entry)
    }
  }

  fire(value: Value): void {
    // A copy: a listener added during this loop is first called for the next value.
    for (const listener of Array.from(this.#listeners)) {
      try {
        listener(value)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}

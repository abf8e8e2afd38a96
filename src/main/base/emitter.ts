import type { Dispose } from './dispose'

/**
 * Tells several listeners the same thing, in the order in which they came. One that throws keeps neither the others
 * nor whoever fires from going on: its error surfaces as an uncaught one, which the host reports to health.
 */
export class Emitter<Value> {
  readonly #listeners = new Set<(value: Value) => void>()

  on(listener: (value: Value) => void): Dispose {
    // A wrapper of its own, so that the same function may listen twice.
    const entry = (value: Value) => listener(value)
    this.#listeners.add(entry)
    return () => {
      this.#listeners.delete(entry)
    }
  }

  fire(value: Value): void {
    // A copy: who begins to listen meanwhile is told from the next time on.
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

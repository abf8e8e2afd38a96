/** Gives back what it stands for. Calling it again does nothing. */
export type Dispose = () => void

/**
 * Several things to give back, together, newest first. What is added after the end is given back at once. All of
 * them are given back also when one of them throws; the first error is thrown when that is done.
 */
export class Disposables {
  #items: Dispose[] | null = []

  add(dispose: Dispose): void {
    if (this.#items === null) dispose()
    else this.#items.push(dispose)
  }

  dispose(): void {
    const items = this.#items ?? []
    this.#items = null
    const errors: unknown[] = []
    for (const dispose of items.reverse()) {
      try {
        dispose()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}

/** Releases a resource or removes a listener. Calling it again does nothing. */
export type Dispose = () => void

/**
 * Disposes several resources together, newest first. Anything added after that is disposed at once. An error in one
 * does not stop the others; the first error is thrown at the end.
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

/** Gives back what it stands for. Calling it again does nothing. */
export type Dispose = () => void

/** Several things to give back, together, newest first. What is added after the end is given back at once. */
export class Disposables {
  #items: Dispose[] | null = []

  add(dispose: Dispose): void {
    if (this.#items === null) dispose()
    else this.#items.push(dispose)
  }

  dispose(): void {
    const items = this.#items ?? []
    this.#items = null
    for (const dispose of items.reverse()) dispose()
  }
}

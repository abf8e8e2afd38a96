/** What happened so far, and a way to wait for what is still to come. */
export class Recorded<Item> {
  readonly items: Item[] = []
  readonly #waiting = new Set<() => void>()

  push(item: Item): void {
    this.items.push(item)
    for (const check of this.#waiting) check()
  }

  /** Resolves with all items as soon as `isReached` holds for them; the test's own timeout bounds the wait. */
  until(isReached: (items: readonly Item[]) => boolean): Promise<readonly Item[]> {
    return new Promise((resolve) => {
      const check = () => {
        if (!isReached(this.items)) return
        this.#waiting.delete(check)
        resolve(this.items)
      }
      this.#waiting.add(check)
      check()
    })
  }
}

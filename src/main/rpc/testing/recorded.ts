/** Records items, with a way to wait for later ones. */
export class Recorded<Item> {
  readonly items: Item[] = []
  readonly #waiting = new Set<() => void>()

  push(item: Item): void {
    this.items.push(item)
    for (const check of this.#waiting) check()
  }

  /** Resolves with all items once `isReached` holds for them; the test's own timeout limits the wait. */
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

/** Whether a source has sent a request whose answer is still awaited, as far as its upstreams and notices say. */
export class AwaitedAnswer {
  #openCount = 0
  #isAwaited = false

  get isAwaited(): boolean {
    return this.#isAwaited
  }

  /** An upstream was opened for a request. */
  opened(): void {
    this.#openCount += 1
    this.#isAwaited = true
  }

  closed(): void {
    this.#openCount -= 1
    if (this.#openCount === 0) this.#isAwaited = false
  }

  /** The request was refused and will be sent again, on an upstream of its own. */
  refused(): void {
    this.#isAwaited = false
  }
}

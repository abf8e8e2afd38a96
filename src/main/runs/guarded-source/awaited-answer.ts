/** Whether a source has sent a request whose answer is still awaited or got lost, as far as its upstreams and notices say. */
export class AwaitedAnswer {
  #openCount = 0
  #isAwaited = false
  #isLost = false

  get isAwaited(): boolean {
    return this.#isAwaited || this.#isLost
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

  /** The request has failed and will be sent again, on an upstream of its own. `isLost`: nothing has refused it. */
  failed({ isLost }: { isLost: boolean }): void {
    this.#isAwaited = false
    this.#isLost ||= isLost
  }
}

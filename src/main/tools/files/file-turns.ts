/**
 * Lets what changes a file happen one after the other. Each change checks the file before it replaces it, in a thread of
 * its own, so two at the same time could both find it unchanged.
 */
export class FileTurns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Does the work once all earlier work on the same file has ended. */
  async take<Result>(
    { folder, names }: { folder: string; names: readonly string[] },
    work: () => Promise<Result>,
  ): Promise<Result> {
    // Some systems ignore the case of names.
    const key = JSON.stringify([folder, ...names]).toLowerCase()
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work)
    const ended = turn.catch(() => {})
    this.#last.set(key, ended)
    try {
      return await turn
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key)
    }
  }
}

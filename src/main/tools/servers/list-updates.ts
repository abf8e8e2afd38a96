import { serverLists, type ServerList } from './connection/connection'

/**
 * Reads lists again after a server said that they have changed: one after another, so that the last answer wins, and with
 * a rest after each, because a server may say so without end.
 */
export class ListUpdates {
  readonly #read: (list: ServerList) => Promise<void>
  readonly #rest: () => Promise<void>
  readonly #changed = new Set<ServerList>()
  #isPaused = true
  #isWorking = false
  /** A list is being read. */
  #isReading = false
  #waiting: (() => void)[] = []

  /** Neither rejects. */
  constructor({ read, rest }: { read: (list: ServerList) => Promise<void>; rest: () => Promise<void> }) {
    this.#read = read
    this.#rest = rest
  }

  /** A connection is opened, which reads all lists: changes that are reported meanwhile wait until it is ready. */
  pause(): void {
    this.#isPaused = true
    this.#changed.clear()
    this.#release()
  }

  /** The connection is ready. */
  resume(): void {
    this.#isPaused = false
    void this.#readChanged()
  }

  note(list: ServerList): void {
    this.#changed.add(list)
    void this.#readChanged()
  }

  /** Resolves when every change that was reported has been read, or the connection is replaced. */
  settled(): Promise<void> {
    if (this.#isPaused || (this.#changed.size === 0 && !this.#isReading)) return Promise.resolve()
    return new Promise((resolve) => void this.#waiting.push(resolve))
  }

  async #readChanged(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    while (!this.#isPaused && this.#changed.size > 0) {
      for (const list of serverLists) {
        // One that changes while it is read is read again.
        if (this.#isPaused || !this.#changed.delete(list)) continue
        this.#isReading = true
        await this.#read(list)
        this.#isReading = false
        if (this.#changed.size === 0) this.#release()
        await this.#rest()
      }
    }
    this.#isWorking = false
  }

  #release(): void {
    for (const release of this.#waiting.splice(0)) release()
  }
}

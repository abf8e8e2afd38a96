import { serverLists, type ServerList } from './connection/connection'

/** Reads lists again after a server said that they have changed: one after another, so that the last answer wins. */
export class ListUpdates {
  readonly #read: (list: ServerList) => Promise<void>
  readonly #changed = new Set<ServerList>()
  #isPaused = true
  #isReading = false

  /** `read` never rejects. */
  constructor(read: (list: ServerList) => Promise<void>) {
    this.#read = read
  }

  /** A connection is opened, which reads all lists: changes that are reported meanwhile wait until it is ready. */
  pause(): void {
    this.#isPaused = true
    this.#changed.clear()
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

  async #readChanged(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    while (!this.#isPaused && this.#changed.size > 0) {
      for (const list of serverLists) {
        // One that changes while it is read is read again.
        if (!this.#isPaused && this.#changed.delete(list)) await this.#read(list)
      }
    }
    this.#isReading = false
  }
}

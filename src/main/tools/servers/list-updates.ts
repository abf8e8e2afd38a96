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
  #isReading = false

  /** Neither rejects. */
  constructor({ read, rest }: { read: (list: ServerList) => Promise<void>; rest: () => Promise<void> }) {
    this.#read = read
    this.#rest = rest
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
        if (this.#isPaused || !this.#changed.delete(list)) continue
        await this.#read(list)
        await this.#rest()
      }
    }
    this.#isReading = false
  }
}

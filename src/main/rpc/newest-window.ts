import type { Dispose } from '../base/dispose'

/** Takes each message to one window: the newest, or the first that comes. */
export class NewestWindow<Message> {
  readonly #windows = new Set<(message: Message) => void>()
  #waiting: Message | null = null

  /** A window is there; the returned function says that it has gone. */
  attach(receive: (message: Message) => void): Dispose {
    // A window of its own, also when the same function comes again.
    const window = (message: Message) => receive(message)
    this.#windows.add(window)
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) window(waiting)
    return () => void this.#windows.delete(window)
  }

  /** Without a window it waits for the next one, in place of what has waited so far. */
  send(message: Message): void {
    const newest = [...this.#windows].at(-1)
    if (newest === undefined) this.#waiting = message
    else newest(message)
  }
}

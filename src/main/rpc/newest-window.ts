import type { Dispose } from '../base/dispose'

/** More than a user requests while a window opens. */
const mostWaiting = 20

/** Sends each message to one window: the newest, or the first that attaches. */
export class NewestWindow<Message> {
  readonly #windows = new Set<(message: Message) => void>()
  /** The newest messages, in order. */
  #waiting: Message[] = []

  /** Adds a window; the returned function removes it. */
  attach(receive: (message: Message) => void): Dispose {
    // Wrapped, so that the same function can attach twice.
    const window = (message: Message) => receive(message)
    this.#windows.add(window)
    for (const message of this.#waiting.splice(0)) window(message)
    return () => void this.#windows.delete(window)
  }

  /** Sends to the newest window, or queues the message for the next one. */
  send(message: Message): void {
    const newest = [...this.#windows].at(-1)
    if (newest !== undefined) newest(message)
    else this.#waiting = [...this.#waiting, message].slice(-mostWaiting)
  }
}

import type { Dispose } from '../base/dispose'

/** More than a user asks for while a window opens. */
const mostWaiting = 20

/** Takes each message to one window: the newest, or the first that comes. */
export class NewestWindow<Message> {
  readonly #windows = new Set<(message: Message) => void>()
  /** The newest, oldest first. */
  #waiting: Message[] = []

  /** A window is there; the returned function says that it has gone. */
  attach(receive: (message: Message) => void): Dispose {
    // A window of its own, also when the same function comes again.
    const window = (message: Message) => receive(message)
    this.#windows.add(window)
    for (const message of this.#waiting.splice(0)) window(message)
    return () => void this.#windows.delete(window)
  }

  /** Without a window it waits for the next one, behind what waits already. */
  send(message: Message): void {
    const newest = [...this.#windows].at(-1)
    if (newest !== undefined) newest(message)
    else this.#waiting = [...this.#waiting, message].slice(-mostWaiting)
  }
}

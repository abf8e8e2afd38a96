import type { Dispose } from '../base/dispose'

/** More than a user requests while a window opens. */
const mostWaiting = 20

/** Sends each message to one window: the one used last, or the first that attaches. */
export class LastUsedWindow<Message> {
  /** The one used last at the end. */
  #windows: ((message: Message) => void)[] = []
  /** The newest messages, in order. */
  #waiting: Message[] = []

  /** Adds a window, which counts as used: `detach` removes it, `use` says that it is used again. */
  attach(receive: (message: Message) => void): { detach: Dispose; use: () => void } {
    // Wrapped, so that the same function can attach twice.
    const window = (message: Message) => receive(message)
    const others = () => this.#windows.filter((other) => other !== window)
    this.#windows.push(window)
    for (const message of this.#waiting.splice(0)) window(message)
    return {
      detach: () => {
        this.#windows = others()
      },
      use: () => {
        if (this.#windows.includes(window)) this.#windows = [...others(), window]
      },
    }
  }

  /** Sends to the window used last, or queues the message for the next one. */
  send(message: Message): void {
    const last = this.#windows.at(-1)
    if (last !== undefined) last(message)
    else this.#waiting = [...this.#waiting, message].slice(-mostWaiting)
  }
}

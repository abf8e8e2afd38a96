import type { DeepLink } from '../../shared/deep-link'
import type { Dispose } from '../base/dispose'

/** Takes each link to one window: the newest, or the first that comes. */
export class WindowLinks {
  readonly #windows = new Set<(link: DeepLink) => void>()
  #waiting: DeepLink | null = null

  /** A window is there; the returned function says that it has gone. */
  attach(open: (link: DeepLink) => void): Dispose {
    this.#windows.add(open)
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) open(waiting)
    return () => void this.#windows.delete(open)
  }

  open(link: DeepLink): void {
    const newest = [...this.#windows].at(-1)
    if (newest === undefined) this.#waiting = link
    else newest(link)
  }
}

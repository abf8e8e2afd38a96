import { unlessAborted } from '../../base/pause'
import type { UnlimitedFolder } from '../../model-setup/schema'

export interface UnlimitedConsentOptions {
  isRemembered(place: UnlimitedFolder): boolean
  remember(place: UnlimitedFolder): void
  /** False when the user declines, or when `signal` withdraws the question. */
  ask(place: UnlimitedFolder, signal: AbortSignal): Promise<boolean>
}

/** Asks the user once per agent and folder whether the agent may have unlimited permission, and keeps a yes. */
export class UnlimitedConsent {
  readonly #options: UnlimitedConsentOptions
  readonly #asking = new Map<string, Promise<unknown>>()

  constructor(options: UnlimitedConsentOptions) {
    this.#options = options
  }

  /** Requests for the same folder share one question, as long as the answer is yes. */
  allows(place: UnlimitedFolder, signal: AbortSignal): Promise<boolean> {
    const key = JSON.stringify([place.agentId, place.folder])
    const before = this.#asking.get(key) ?? Promise.resolve()
    const answer = before.then(async () => {
      if (this.#options.isRemembered(place)) return true
      if (signal.aborted || !(await this.#options.ask(place, signal))) return false
      this.#options.remember(place)
      return true
    })
    const settled = answer
      .catch(() => undefined)
      .finally(() => {
        if (this.#asking.get(key) === settled) this.#asking.delete(key)
      })
    this.#asking.set(key, settled)
    // A stopped request does not wait for the question of another one.
    return unlessAborted(answer, signal, () => false)
  }
}

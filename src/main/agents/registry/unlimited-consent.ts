import type { UnlimitedFolder } from '../../model-setup/agent-setup'

export interface UnlimitedConsentOptions {
  isRemembered(place: UnlimitedFolder): boolean
  remember(place: UnlimitedFolder): void
  /** False when the user does not agree, or when `signal` takes the question back. */
  ask(place: UnlimitedFolder, signal: AbortSignal): Promise<boolean>
}

/** Whether agents may do everything: the user is asked once for each agent and folder, and what was allowed is kept. */
export class UnlimitedConsent {
  readonly #options: UnlimitedConsentOptions
  readonly #asking = new Map<string, Promise<unknown>>()

  constructor(options: UnlimitedConsentOptions) {
    this.#options = options
  }

  /** Several that ask for the same are answered by one question, as long as the answer is yes. */
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
    // One that is stopped does not wait for what another one is asked.
    const { promise: stopped, resolve: stop } = Promise.withResolvers<boolean>()
    const onAbort = () => stop(false)
    signal.addEventListener('abort', onAbort, { once: true })
    return Promise.race([answer, stopped]).finally(() => signal.removeEventListener('abort', onAbort))
  }
}

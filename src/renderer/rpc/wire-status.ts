import type { WireState, WireStatus } from './wire'

/** A status set by its owner; listeners are notified only of changes. */
export class SettableWireStatus implements WireStatus {
  #state: WireState = 'connecting'
  readonly #listeners = new Set<(state: 'open' | 'lost') => void>()

  get state(): WireState {
    return this.#state
  }

  onStateChange(listener: (state: 'open' | 'lost') => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  set(state: 'open' | 'lost'): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }
}

import type { ParleyError } from '../../shared/errors'
import { failure } from '../errors/failure'
import type { ClientFrame, ServerFrame } from '../../shared/rpc/frames'

/** `connecting` until the first connection or its first failure. */
export type WireState = 'connecting' | 'open' | 'lost'

/** The observable state of a connection. */
export interface WireStatus {
  readonly state: WireState
  /** Calls `listener` on every change to `open` or `lost`; returns a function that removes it. */
  onStateChange(listener: (state: 'open' | 'lost') => void): () => void
}

/** The client's end of a connection to main. It may be lost and re-established any number of times. */
export interface Wire extends WireStatus {
  /** Sends while open. A frame sent on a connection that is then lost gets no answer. @throws INVALID_INPUT */
  send(frame: ClientFrame): void
  /** Sets the only receiver. */
  onFrame(receive: (frame: ServerFrame) => void): void
}

/** The error of `send` for a frame over `wireLimits.frameBytes`. */
export function tooLargeToSend(): ParleyError {
  return failure('INVALID_INPUT', 'input-too-large')
}

/** Calls `callback` once after `delayMs`, unless the returned function is called first. */
export type After = (delayMs: number, callback: () => void) => () => void

/** Real timers. */
export const afterTimeout: After = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

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

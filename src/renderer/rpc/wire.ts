import type { ParleyError } from '../../shared/errors'
import { failure } from '../../shared/failures/failure'
import type { ClientFrame, ServerFrame } from '../../shared/rpc/frames'

/** `connecting` until the first connection or its first failure. */
export type WireState = 'connecting' | 'open' | 'lost'

/** The state of a connection, for whoever shows it. */
export interface WireStatus {
  readonly state: WireState
  /** Calls `listener` on every change to `open` or `lost`; the returned function ends that. */
  onStateChange(listener: (state: 'open' | 'lost') => void): () => void
}

/** The client's end of a connection to Parley's main process. It may be lost and come back any number of times. */
export interface Wire extends WireStatus {
  /** Sends while open. What was sent on a connection that was lost since is not answered. @throws INVALID_INPUT */
  send(frame: ClientFrame): void
  /** Sets the one receiver. */
  onFrame(receive: (frame: ServerFrame) => void): void
}

/** What `send` throws for a frame over `wireLimits.frameBytes`. */
export function tooLargeToSend(): ParleyError {
  return failure('INVALID_INPUT', 'input-too-large')
}

/** Calls `callback` once after `delayMs`, unless the returned function is called first. */
export type After = (delayMs: number, callback: () => void) => () => void

/** Real time. */
export const afterTimeout: After = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

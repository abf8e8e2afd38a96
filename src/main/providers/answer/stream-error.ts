import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { type Peer, peerData } from '../http/peer'

/** Converts an error to its coded form; PROVIDER_PROTOCOL if it has no code. */
export function toProviderError(error: unknown, peer: Peer): ParleyError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ParleyError) return cause
  }
  return unreadableError(peer, error)
}

/** The error for a stream that could not be read. */
export function unreadableError(peer: Peer, cause?: unknown): ParleyError {
  return failure('PROVIDER_PROTOCOL', 'unreadable', peerData(peer), cause)
}

/** The error for a stream that ended without saying that the answer is complete. */
export function unfinishedError(peer: Peer): ParleyError {
  return failure('PROVIDER_PROTOCOL', 'unfinished', { ...peerData(peer), mayHaveCost: true })
}

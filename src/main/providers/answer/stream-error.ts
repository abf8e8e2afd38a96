import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import { type Peer, peerData } from '../http/peer'

/** The failure that an error stands for: the coded one, or else PROVIDER_PROTOCOL. */
export function toProviderError(error: unknown, peer: Peer): ParleyError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ParleyError) return cause
  }
  return unreadableError(peer, error)
}

/** A stream that could not be read. */
export function unreadableError(peer: Peer, cause?: unknown): ParleyError {
  return failure('PROVIDER_PROTOCOL', 'unreadable', peerData(peer), cause)
}

/** A stream that ended without saying that the answer is complete. */
export function unfinishedError(peer: Peer): ParleyError {
  return failure('PROVIDER_PROTOCOL', 'unfinished', peerData(peer))
}

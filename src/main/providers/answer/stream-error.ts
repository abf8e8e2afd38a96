import { ParleyError } from '../../../shared/errors'
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
  return new ParleyError(
    'PROVIDER_PROTOCOL',
    `${peer.name} at ${peer.address} sent something that Parley could not read. What came before is kept; try again.`,
    { data: { ...peerData(peer), problem: 'unreadable' }, cause },
  )
}

/** A stream that ended without saying that the answer is complete. */
export function unfinishedError(peer: Peer): ParleyError {
  return new ParleyError(
    'PROVIDER_PROTOCOL',
    `${peer.name} at ${peer.address} ended the answer without finishing it. What came is kept; try again.`,
    { data: { ...peerData(peer), problem: 'unfinished' } },
  )
}

import { ParleyError } from '../../../shared/errors'
import { type Peer, peerData } from '../http/peer'
import { messageError, messageIn } from '../http/provider-failure'

/**
 * What went wrong in a request, for people: the coded error that lies at the root, the provider's own message in
 * an event of the stream, or else PROVIDER_PROTOCOL.
 */
export function toProviderError(error: unknown, peer: Peer): ParleyError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ParleyError) return cause
    if (isMissingFinish(cause)) return unfinishedError(peer)
    // The adapter wraps an event that it does not know, or takes the first one for a body of its own; either may
    // still be the provider's message.
    const message = messageIn(
      'value' in cause ? cause.value : 'responseBody' in cause ? cause.responseBody : null,
    )
    if (message !== null) return messageError(message, peer)
  }
  const message = error instanceof Error ? null : messageIn({ error })
  if (message !== null) return messageError(message, peer)
  return new ParleyError(
    'PROVIDER_PROTOCOL',
    `${peer.name} at ${peer.address} sent something that Parley could not read. What came before is kept; try again.`,
    { data: { ...peerData(peer), problem: 'unreadable' }, cause: error },
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

/** The adapter's way to say that the stream ended before its finish reason came: no data, so nothing was wrong in it. */
function isMissingFinish(error: Error): boolean {
  return error.name === 'AI_InvalidResponseDataError' && 'data' in error && error.data === undefined
}

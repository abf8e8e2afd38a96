import { ParleyError } from '../../../shared/errors'
import { isLocalAddress } from '../../../shared/local-address'
import { type Peer, peerData } from './peer'

/** A connection that failed before an answer began. */
export function unreachableError(peer: Peer, cause: unknown): ParleyError {
  return new ParleyError('PROVIDER_UNREACHABLE', `${whatHappened(peer, cause)} ${whatToDo(peer)}`, {
    data: { ...peerData(peer), networkCode: networkCode(cause) },
    cause,
  })
}

/** A peer that took the request and did not begin to answer in time. */
export function noAnswerError(peer: Peer, timeoutMs: number): ParleyError {
  return new ParleyError(
    'PROVIDER_UNREACHABLE',
    `${peer.name} at ${peer.address} did not answer within ${timeoutMs / 1000} s. ${whatToDo(peer)}`,
    { data: { ...peerData(peer), timeoutMs } },
  )
}

/** A connection that was lost while the answer came. */
export function brokenOffError(peer: Peer, cause: unknown): ParleyError {
  return new ParleyError(
    'PROVIDER_PROTOCOL',
    `${peer.name} at ${peer.address} broke off in the middle of the answer. What came is kept; try again.`,
    { data: { ...peerData(peer), problem: 'broken-off' }, cause },
  )
}

function whatHappened(peer: Peer, cause: unknown): string {
  const code = networkCode(cause)
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing answers at ${peer.address}.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name in ${peer.address} could not be found.`
    case 'ECONNRESET':
    case 'EPIPE':
      return `${peer.name} at ${peer.address} closed the connection without an answer.`
    case 'ETIMEDOUT':
      return `${peer.address} did not take the connection in time.`
    default:
      return `${peer.name} at ${peer.address} could not be reached${code === '' ? '' : ` (${code})`}.`
  }
}

function whatToDo({ name, address }: Peer): string {
  return isLocalAddress(address)
    ? `Check that ${name} is running and that its address in Settings is right.`
    : `Check that this computer is online and that the address of ${name} in Settings is right.`
}

/** The system's code, also of the first of several addresses that were tried. */
function networkCode(error: unknown): string {
  if (error instanceof AggregateError) return networkCode(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

import { ParleyError } from '../../../shared/errors'
import { isLocalAddress } from '../../../shared/models/local-address'
import { type Peer, peerData } from './peer'

/** A connection that failed before an answer began. */
export function unreachableError(peer: Peer, cause: unknown): ParleyError {
  const problem = answerProblem(networkCode(cause))
  if (problem !== null) {
    return new ParleyError('PROVIDER_PROTOCOL', `${peer.name} at ${peer.address} ${problem.says}`, {
      data: { ...peerData(peer), problem: problem.name, networkCode: networkCode(cause) },
      cause,
    })
  }
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

/** What was wrong with an answer that came and could not be read as one; null when none came. */
function answerProblem(code: string): { name: string; says: string } | null {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return {
      name: 'headers-too-large',
      says: 'sent headers that are too large to read. A proxy in between may have added them.',
    }
  }
  if (code.startsWith('HPE_')) {
    return {
      name: 'not-http',
      says: 'answered with something that is not HTTP. Check the address and the port in Settings.',
    }
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    return {
      name: 'not-tls',
      says: 'does not answer with TLS. Check in Settings whether its address begins with http:// or https://.',
    }
  }
  return null
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

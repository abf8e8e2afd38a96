import { ParleyError } from '../../../../shared/errors'
import { networkReasonIn } from '../../../../shared/failures/network-reason'
import { serverFailure, type ServerFailureReason } from '../../../../shared/failures/server-failure'
import { lookupTable } from '../../../../shared/lookup-table'

/** The depth to which an error may be wrapped. */
const maxDepth = 8

/** Reasons of the connection to an address, in the words for servers. Those of the network have the same name. */
const reasons = lookupTable({
  'nothing-there': 'nothing-there',
  'name-not-found': 'name-not-found',
  closed: 'closed',
  'broken-off': 'closed',
  'went-dead': 'closed',
  'no-answer': 'no-answer',
  // The text of servers for this reason says nothing about the network.
  'no-connection': 'no-answer',
  unreachable: 'no-answer',
  'not-tls': 'no-tls',
  'not-http': 'not-http',
  'headers-too-large': 'not-http',
  'status-unknown': 'not-http',
  encoding: 'not-http',
} as const satisfies Record<string, ServerFailureReason>)

/**
 * Returns the reason why the network did not reach `server`, by the error of its connection; null for any other error.
 */
export function networkFailure(error: unknown, server: string): ParleyError | null {
  for (const cause of causes(error)) {
    if (!(cause instanceof ParleyError) || !isOfConnection(cause)) continue
    const { data = {} } = cause
    const reason = reasons.get(nameIn(data['reason'])) ?? networkReasonIn(data)
    if (reason === null) continue
    const detail = nameIn(data['networkCode']) || nameIn(data['reason'])
    return serverFailure(reason, { ...data, server, detail }, error)
  }
  return null
}

function nameIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** True if the error is of the connection to some address, in the words for providers. */
export function isOfConnection({ code }: ParleyError): boolean {
  return code === 'PROVIDER_UNREACHABLE' || code === 'PROVIDER_PROTOCOL'
}

/** The message of the error that caused all others: `fetch` itself only says that it failed. */
export function innermostMessage(error: Error): string {
  return [...causes(error)].at(-1)?.message ?? error.message
}

/** The error and what caused it; of several that were tried, the first. */
function* causes(error: unknown): Generator<Error & { code?: unknown }> {
  let at: unknown = error
  for (let depth = 0; depth < maxDepth && at instanceof Error; depth += 1) {
    yield at
    at = at instanceof AggregateError && at.cause === undefined ? at.errors[0] : at.cause
  }
}

import type { ParleyError } from '../../../../shared/errors'
import { serverFailure, type ServerFailureReason } from '../../../../shared/failures/server-failure'
import { lookupTable } from '../../../../shared/lookup-table'

/** How deep an error may be wrapped. */
const maxDepth = 8

const reasons = lookupTable({
  ECONNREFUSED: 'nothing-there',
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  ETIMEDOUT: 'no-answer',
  EHOSTUNREACH: 'no-answer',
  ENETUNREACH: 'no-answer',
  UND_ERR_CONNECT_TIMEOUT: 'no-answer',
  UND_ERR_HEADERS_TIMEOUT: 'no-answer',
  EPROTO: 'no-tls',
} as const satisfies Record<string, ServerFailureReason>)

/** OpenSSL's and Node's codes of certificates that are not accepted. */
const tlsCode = /CERT|^ERR_(?:TLS|SSL)_|^(?:UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/

/** Why the network did not reach `server`, by the code that the system gave; null for any other error. */
export function networkFailure(error: unknown, server: string): ParleyError | null {
  for (const { code } of causes(error)) {
    if (typeof code !== 'string') continue
    const reason = reasonOf(code)
    if (reason !== undefined) return serverFailure(reason, { server, detail: code }, error)
  }
  return null
}

function reasonOf(code: string): ServerFailureReason | undefined {
  if (tlsCode.test(code)) return 'no-tls'
  return code.startsWith('HPE_') ? 'not-http' : reasons.get(code)
}

/** What the error that caused all others says: `fetch` itself only says that it failed. */
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

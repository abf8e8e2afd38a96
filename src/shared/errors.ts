import type { ErrorData } from './schema'

/** Every code that can cross the wire. The list is closed: callers branch on the code and nothing else. */
export const errorCodes = [
  'INVALID_INPUT',
  'NOT_FOUND',
  'RUN_ACTIVE',
  'NO_PREVIOUS_MESSAGE',
  'NOTHING_TO_UNDO',
  'DEGRADED',
  'LIMIT_REACHED',
  'CANCELLED',
  'TIMEOUT',
  'PROVIDER_AUTH',
  'PROVIDER_RATE_LIMIT',
  'PROVIDER_OVERLOADED',
  'PROVIDER_BAD_REQUEST',
  'PROVIDER_UNREACHABLE',
  'PROVIDER_PROTOCOL',
  'AGENT_NOT_INSTALLED',
  'AGENT_FAILED',
  'SERVER_FAILED',
  'STORE_FULL',
  'STORE_DAMAGED',
  'DATA_FOLDER_IN_USE',
  'INTERNAL',
] as const

export type ErrorCode = (typeof errorCodes)[number]

export type { ErrorData }

/**
 * True if the provider may charge for a request that failed with this error: nothing refused it, and its answer was
 * still awaited or got lost. Errors after which that is known have `mayHaveCost` in their data.
 */
export function mayHaveCost({
  code,
  data,
}: {
  code: ErrorCode
  data?: Record<string, unknown> | undefined
}): boolean {
  return code === 'TIMEOUT' || data?.['mayHaveCost'] === true
}

/** The only error class. `message` says what happened and what to do; code branches on `code`. */
export class ParleyError extends Error {
  readonly code: ErrorCode
  readonly data: Record<string, unknown> | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { data?: Record<string, unknown> | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ParleyError'
    this.code = code
    this.data = options.data
  }

  /** Recreates an error received over the wire. */
  static fromData(error: ErrorData): ParleyError {
    return new ParleyError(error.code, error.message, { data: error.data })
  }
}

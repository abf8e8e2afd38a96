/** Every code that can cross the wire. The list is closed: callers branch on it and on nothing else. */
export const errorCodes = [
  'INVALID_INPUT',
  'NOT_FOUND',
  'RUN_ACTIVE',
  'NO_PREVIOUS_MESSAGE',
  'NOTHING_TO_UNDO',
  'DEGRADED',
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
  'STORE_FULL',
  'STORE_DAMAGED',
  'DATA_FOLDER_IN_USE',
  'INTERNAL',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** What an error looks like on the wire: plain data, with a message written for people. */
export interface ErrorData {
  code: ErrorCode
  message: string
  data?: Record<string, unknown>
}

/** The one error class. `message` says what happened and what to do; `code` is what code branches on. */
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

  /** Rebuilds the error that the other side of the wire described. */
  static fromData(error: ErrorData): ParleyError {
    return new ParleyError(error.code, error.message, { data: error.data })
  }
}

import type { ErrorCode } from '../errors'

export type HealthStatus = 'starting' | 'ok' | 'degraded'

/** One error that latches `degraded` for this boot. */
export interface FatalError {
  source: string
  name: string
  message: string
  stack: string
  componentStack?: string
  at: number
}

export interface HealthCheck {
  id: string
  status: 'ok' | 'failing' | 'n/a'
  detail: string
  /** The trace of the error that made it fail, where there was one. */
  stack?: string
  /** That error, for those who branch on its code. */
  error?: ProblemError
  /** When the check entered its present status, in milliseconds since the epoch. */
  sinceMs: number
}

/** An error as it is told of: without its trace, and without secrets. */
export interface ProblemError {
  name: string
  message: string
  code?: ErrorCode
  /** What of that code it is, as its `data.reason` says. */
  reason?: string
}

export type ProblemPart = 'store' | 'runs' | 'window' | 'disk' | 'app'

/** One part that does not work, for the people before the window. */
export interface HealthProblem {
  part: ProblemPart
  /** `failing`: a check fails, and may recover; `uncaught`: errors that nothing caught, until the next start. */
  kind: 'failing' | 'uncaught'
  /** The first error: those that follow are mostly its consequences. */
  error: ProblemError
  /** Milliseconds since the epoch. */
  sinceMs: number
  /** The errors of this part that nothing caught after the first. */
  followedCount: number
  /** The first error with its trace, to be copied. Without secrets. */
  detail: string
}

/** What the hidden health route answers. `lateMs` is how late main's event loop is. */
export interface Health {
  status: HealthStatus
  bootId: string
  pid: number
  uptimeMs: number
  lateMs: number
  fatalErrorCount: number
  fatalErrors: FatalError[]
  checks: HealthCheck[]
}

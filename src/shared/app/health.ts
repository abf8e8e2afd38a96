import type { ErrorCode } from '../errors'

/** The state of the app: it is starting, works, or has a broken part. */
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

/** The last result of one check. */
export interface HealthCheck {
  id: string
  status: 'ok' | 'failing' | 'n/a'
  detail: string
  /** Stack trace of the error behind a failed check, if any. */
  stack?: string
  /** That error, for callers that branch on its code. */
  error?: ProblemError
  /** When the check entered its current status, in milliseconds since the epoch. */
  sinceMs: number
}

/** An error as it is reported: without stack trace or secrets. */
export interface ProblemError {
  name: string
  message: string
  code?: ErrorCode
  /** The error's `data.reason`. */
  reason?: string
}

/** The parts that can be broken, as users see them. */
export type ProblemPart = 'store' | 'runs' | 'window' | 'disk' | 'app'

/** A broken part, as shown to users. */
export interface HealthProblem {
  part: ProblemPart
  /** `failing`: a check fails and may recover; `uncaught`: an uncaught error, which counts until the next start. */
  kind: 'failing' | 'uncaught'
  /** The first error; later ones are usually its consequences. */
  error: ProblemError
  /** Milliseconds since the epoch. */
  sinceMs: number
  /** The number of uncaught errors of this part that followed the first. */
  followedCount: number
  /** The first error with its stack trace, for copying. Without secrets. */
  detail: string
}

/** The response of the hidden health route. `lateMs` is the lag of main's event loop. */
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

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
  /** When the check entered its present status, in milliseconds since the epoch. */
  sinceMs: number
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

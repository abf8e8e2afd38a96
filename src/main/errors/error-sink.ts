/**
 * Receives errors that no caller can handle. Health latches `degraded` on `fatal`; it logs and counts a `warning`.
 * Services push into it without knowing health.
 */
export interface ErrorSink {
  fatal(source: string, error: unknown): void
  warning(source: string, error: unknown): void
}

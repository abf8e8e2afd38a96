/**
 * Where errors go that no caller can handle. Health listens and latches `degraded` on `fatal`; a `warning` is
 * logged and counted. Services push into it and know nothing of health.
 */
export interface ErrorSink {
  fatal(source: string, error: unknown): void
  warning(source: string, error: unknown): void
}

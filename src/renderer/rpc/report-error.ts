import { isMissingCode } from '../errors/missing-code'
import type { ParleyApi } from './parley-api'

/** The place that caught the error: a component's boundary, a handler of the window, or a worker. */
export type ErrorSource = 'render' | 'error' | 'unhandledrejection' | 'worker'

/** Reports an unhandled error of the window to main, so that health shows it. */
export function reportError(
  api: ParleyApi,
  source: ErrorSource,
  error: unknown,
  componentStack?: string,
): void {
  // A connection that was lost is no bug. Where something is missing, the window offers to reload.
  if (isMissingCode(error)) return
  const known = error instanceof Error ? error : new Error(String(error))
  const report = {
    source,
    name: known.name.slice(0, 200),
    message: known.message.slice(0, 10_000),
    stack: (known.stack ?? '').slice(0, 100_000),
    ...(componentStack === undefined ? {} : { componentStack: componentStack.slice(0, 100_000) }),
  }
  // Without main there is no one to report to, and the banner already says so.
  void api.invoke('window.reportError', report).catch(() => undefined)
}

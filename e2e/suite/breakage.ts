import type { FatalError, Health, HealthCheck } from '../../src/shared/app/health.ts'

/** The cause of a broken app. */
export interface Breakage {
  /** The first error, in one line. */
  summary: string
  /** Everything the app reports: the first error with its traces, what followed, and the failing checks. */
  report: string
}

/** The breakage that an app reports; null if it is healthy. */
export function breakageOf(health: Health): Breakage | null {
  if (health.status !== 'degraded') return null
  const [first, ...later] = health.fatalErrors
  const failing = health.checks.filter((check) => check.status === 'failing')
  const parts = [
    ...(first === undefined ? [] : [traceOf(first)]),
    ...(health.fatalErrorCount > 1 ? [countOf(health, later)] : []),
    ...failing.map(describeCheck),
  ]
  const [check] = failing
  const summary =
    first === undefined
      ? `check ${check?.id ?? '?'}: ${check?.detail ?? 'no failing check was reported'}`
      : titleOf(first)
  return { summary: oneLine(summary), report: parts.length === 0 ? summary : parts.join('\n') }
}

/** A breakage if the app was restarted since it was given to a test, however healthy it is; null if not. */
export function otherBoot(given: { bootId: string }, { bootId }: Health): Breakage | null {
  if (bootId === given.bootId) return null
  const summary = `the app was restarted: its boot changed from ${given.bootId} to ${bootId}`
  return { summary, report: summary }
}

/** A breakage that is not part of the health: an error of the suite itself, or of a program that it started. */
export function breakageFrom(error: unknown): Breakage {
  const known = error instanceof Error ? error : new Error(String(error))
  return { summary: oneLine(known.message), report: stackOf(known) }
}

/** Includes the trace of the cause, because `fetch` alone says only that it failed. */
function stackOf(error: Error): string {
  const { stack = error.message, cause } = error
  return cause instanceof Error ? `${stack}\ncaused by: ${stackOf(cause)}` : stack
}

function titleOf(error: FatalError): string {
  return `${error.source}: ${error.name}: ${error.message}`
}

/** The error with its traces, one-line summary first. */
function traceOf(error: FatalError): string {
  const { stack, componentStack } = error
  return [titleOf(error), stack, ...(componentStack === undefined ? [] : [`in${componentStack}`])]
    .filter((part) => part !== '')
    .join('\n')
}

function countOf(health: Health, later: FatalError[]): string {
  const newest = later.at(-1)
  const last = newest === undefined ? '' : `, the newest of them: ${titleOf(newest)}`
  return `${health.fatalErrorCount - 1} more followed${last}`
}

function describeCheck({ id, detail, stack }: HealthCheck): string {
  return [`check ${id} is failing: ${detail}`, ...(stack === undefined ? [] : [stack])].join('\n')
}

function oneLine(text: string): string {
  return (text.split('\n').find((line) => line.trim() !== '') ?? '').trim().slice(0, 300)
}

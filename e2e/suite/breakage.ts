import type { FatalError, Health, HealthCheck } from '../../src/shared/app/health.ts'

/** That an app is broken, and by what. */
export interface Breakage {
  /** The first error, in one line. */
  summary: string
  /** All that the app knows of it: the first error with its traces, what followed, the failing checks. */
  report: string
}

/** What broke the app, by its own account; null when it is well. */
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
      ? `check ${check?.id ?? '?'}: ${check?.detail ?? 'nothing is said to fail'}`
      : titleOf(first)
  return { summary: oneLine(summary), report: parts.length === 0 ? summary : parts.join('\n') }
}

/** An app that was started anew is not the one that a test was given, however well it is; null when it is the same. */
export function otherBoot(given: { bootId: string }, { bootId }: Health): Breakage | null {
  if (bootId === given.bootId) return null
  const summary = `the app was started anew: it was boot ${given.bootId}, and now is ${bootId}`
  return { summary, report: summary }
}

/** A breakage that no health tells of: an error of the suite itself, or of a program that it started. */
export function breakageFrom(error: unknown): Breakage {
  const known = error instanceof Error ? error : new Error(String(error))
  return { summary: oneLine(known.message), report: stackOf(known) }
}

/** With the trace of what caused it: `fetch` alone says only that it failed. */
function stackOf(error: Error): string {
  const { stack = error.message, cause } = error
  return cause instanceof Error ? `${stack}\ncaused by: ${stackOf(cause)}` : stack
}

function titleOf(error: FatalError): string {
  return `${error.source}: ${error.name}: ${error.message}`
}

/** The error with its traces, first line first. */
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

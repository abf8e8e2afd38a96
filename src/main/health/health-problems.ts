import type { FatalError, HealthCheck, HealthProblem, ProblemPart } from '../../shared/app/health'

/** A window may report a stack trace of any length; this is enough to copy. */
const maxDetailChars = 20_000

/** The uncaught errors of one source: the first of them, and their number. */
interface Uncaught {
  first: FatalError
  count: number
}

/** Combines failing checks and uncaught errors into the problems shown to the user, one per part. */
export class HealthProblems {
  readonly #bySource = new Map<string, Uncaught>()

  add(error: FatalError): void {
    const known = this.#bySource.get(error.source)
    if (known === undefined) this.#bySource.set(error.source, { first: error, count: 1 })
    else known.count += 1
  }

  /** What does not work now. Errors of a part whose check fails count towards that failure. */
  list(checks: readonly HealthCheck[]): HealthProblem[] {
    const failing = checks.filter((check) => check.status === 'failing')
    const explained = new Set(failing.map(({ id }) => id))
    const unexplained = [...this.#bySource].filter(([source]) => !explained.has(source))
    return [
      ...failing.map((check) => problemOfCheck(check, this.#bySource.get(check.id))),
      ...problemOfErrors(
        'app',
        unexplained.filter((entry) => !isOfWindow(entry)).map(([, errors]) => errors),
      ),
      ...problemOfErrors(
        'window',
        unexplained.filter(isOfWindow).map(([, errors]) => errors),
      ),
    ]
  }
}

/** Identifies a set of problems: which parts fail and how, but not how often. */
export function problemsKey(problems: readonly HealthProblem[]): string {
  return problems.map(({ part, kind, error }) => `${part} ${kind} ${error.code ?? ''}`).join('\n')
}

function isOfWindow([source]: [string, Uncaught]): boolean {
  return source.startsWith('window:')
}

function problemOfCheck(check: HealthCheck, errors: Uncaught | undefined): HealthProblem {
  const error = check.error ?? { name: 'Check', message: check.detail }
  return {
    part: partOf(check.id),
    kind: 'failing',
    error,
    sinceMs: check.sinceMs,
    followedCount: errors === undefined ? 0 : errors.count - 1,
    detail: detailOf(`check ${check.id}`, [
      check.stack ?? check.detail,
      errors === undefined || errors.first.message === error.message ? undefined : errors.first.stack,
    ]),
  }
}

function problemOfErrors(part: 'app' | 'window', errors: readonly Uncaught[]): HealthProblem[] {
  const [earliest] = errors.toSorted((one, other) => one.first.at - other.first.at)
  if (earliest === undefined) return []
  const { first } = earliest
  const count = errors.reduce((sum, entry) => sum + entry.count, 0)
  return [
    {
      part,
      kind: 'uncaught',
      error: { name: first.name, message: first.message },
      sinceMs: first.at,
      followedCount: count - 1,
      detail: detailOf(first.source, [
        first.stack === '' ? `${first.name}: ${first.message}` : first.stack,
        first.componentStack,
      ]),
    },
  ]
}

function partOf(checkId: string): ProblemPart {
  return checkId === 'store' || checkId === 'runs' || checkId === 'window' || checkId === 'disk'
    ? checkId
    : 'app'
}

function detailOf(source: string, traces: readonly (string | undefined)[]): string {
  const known = traces.filter((trace) => trace !== undefined)
  return [source, ...known].join('\n').slice(0, maxDetailChars)
}

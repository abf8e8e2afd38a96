import type { FatalError } from '../../shared/app/health'
import { redactText } from '../base/redaction/redaction'

const newestKept = 20

/** Counts the fatal errors of this boot; keeps the first one and the newest ones. */
export class FatalErrors {
  #first: FatalError | null = null
  #newest: FatalError[] = []
  #count = 0

  add(error: FatalError): void {
    this.#count += 1
    if (this.#first === null) this.#first = error
    else this.#newest = [...this.#newest, error].slice(-newestKept)
  }

  get count(): number {
    return this.#count
  }

  /** The first error, then the newest in order of arrival. */
  list(): FatalError[] {
    return this.#first === null ? [] : [this.#first, ...this.#newest]
  }
}

/** Describes any thrown value as a fatal error, with secrets redacted. */
export function toFatalError(source: string, error: unknown, at: number): FatalError {
  if (!(error instanceof Error)) {
    return { source, name: 'NonError', message: redactText(describe(error)), stack: '', at }
  }
  return {
    source,
    name: error.name,
    message: redactText(error.message),
    stack: redactText(stackWithCauses(error)),
    at,
  }
}

/** The stack trace of the error and those of its causes. */
export function stackWithCauses(error: Error): string {
  const stacks: string[] = []
  let next: unknown = error
  while (next instanceof Error && stacks.length < 5) {
    stacks.push(next.stack ?? `${next.name}: ${next.message}`)
    next = next.cause
  }
  return stacks.join('\ncaused by: ')
}

function describe(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // A cycle or a BigInt: report at least its type.
    return Object.prototype.toString.call(value)
  }
}

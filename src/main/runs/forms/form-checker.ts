import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import { type ClosableThread, SerialThread, threadStartMs } from '../../base/threads/serial-thread'
import type { FormValues } from '../../run-source/run-source'
import type { FormProblem } from './check-form-values'
import type { FormJobs } from './form-jobs'

/** Long enough for any form once the thread is running. */
const longestCheckMs = 3_000
/** How long an idle thread is kept. */
const idleMs = 60_000
/** The maximum length of a schema's JSON. Forms for people are smaller. */
const maxSchemaChars = 256 * 1024

/** @throws INVALID_INPUT the values do not match the schema (`data.errors`), or cannot be checked */
export type CheckForm = (schema: Record<string, unknown>, values: FormValues) => Promise<void>

/**
 * Checks forms one after another in a separate thread, so that a schema from a model never blocks the app, and delays
 * another form by at most the time limit of one check.
 */
export class FormChecker {
  readonly #thread: SerialThread<FormJobs>
  readonly #errors: ErrorSink
  readonly #checkMs: number

  constructor(deps: {
    openThread: () => ClosableThread<FormJobs>
    clock: Clock
    errors: ErrorSink
    checkMs?: number
  }) {
    this.#thread = new SerialThread({ open: deps.openThread, clock: deps.clock, idleMs })
    this.#errors = deps.errors
    this.#checkMs = deps.checkMs ?? longestCheckMs
  }

  readonly check: CheckForm = (schema, values) =>
    this.#thread.use(async (thread) => {
      const input = { schema: textOf(schema), values: JSON.stringify(values) }
      try {
        await thread.run('prepare', null, { timeoutMs: threadStartMs })
        refuse(await thread.run('checkForm', input, { timeoutMs: this.#checkMs }))
      } catch (error) {
        throw this.#refusalOf(error)
      }
    })

  /** Cancels the current check and rejects every later one. */
  close(): Promise<void> {
    return this.#thread.close()
  }

  #refusalOf(error: unknown): unknown {
    if (error instanceof ParleyError) {
      return error.code === 'TIMEOUT' ? uncheckable('form-slow', error) : error
    }
    this.#errors.warning('forms', error)
    return uncheckable('form-not-checked', error)
  }
}

function textOf(schema: Record<string, unknown>): string {
  let text: string
  try {
    text = JSON.stringify(schema)
  } catch (error) {
    throw uncheckable('form-too-large', error)
  }
  if (text.length > maxSchemaChars) throw uncheckable('form-too-large')
  return text
}

function refuse(problems: FormProblem[]): void {
  const [first] = problems
  if (first === undefined) return
  const where = first.field === '' ? '' : `${first.field} `
  const others = problems.length === 1 ? '' : ` (and ${problems.length - 1} more)`
  throw failure('INVALID_INPUT', 'values-invalid', {
    field: 'values',
    errors: problems,
    problems: `${where}${first.message}${others}`,
  })
}

function uncheckable(
  reason: 'form-not-checked' | 'form-slow' | 'form-too-large',
  cause?: unknown,
): ParleyError {
  return failure('INVALID_INPUT', reason, { field: 'values' }, cause)
}

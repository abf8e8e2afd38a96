import { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { Clock } from '../../base/clock'
import type { ErrorSink } from '../../errors/error-sink'
import type { JobRunner } from '../../base/threads/job'
import type { FormValues } from '../../run-source/run-source'
import type { FormProblem } from './check-form-values'
import type { FormJobs } from './form-jobs'

/** No form needs longer, once its thread is there. */
const longestCheckMs = 3_000
/** How long a thread may take to be there, on a machine that is busy with everything else. */
const longestStartMs = 60_000
/** How long the thread waits for another form. */
const idleMs = 60_000
/** Characters of a schema's JSON; no form that people fill in is that large. */
const maxSchemaChars = 256 * 1024

interface CheckThread extends JobRunner<FormJobs> {
  close(): Promise<void>
}

/** @throws INVALID_INPUT the values are not what the schema asks for (`data.errors`), or that cannot be found out */
export type CheckForm = (schema: Record<string, unknown>, values: FormValues) => Promise<void>

/**
 * Checks forms, one after another, in a thread of their own: a schema that a model wrote never holds up the app, and
 * another form no longer than a check may take.
 */
export class FormChecker {
  readonly #openThread: () => CheckThread
  readonly #clock: Clock
  readonly #errors: ErrorSink
  readonly #checkMs: number
  /** Settles when the last check that was asked for is over. */
  #turn: Promise<void> = Promise.resolve()
  #thread: CheckThread | null = null
  #isClosed = false
  #cancelIdle: (() => void) | null = null

  constructor(deps: { openThread: () => CheckThread; clock: Clock; errors: ErrorSink; checkMs?: number }) {
    this.#openThread = deps.openThread
    this.#clock = deps.clock
    this.#errors = deps.errors
    this.#checkMs = deps.checkMs ?? longestCheckMs
  }

  readonly check: CheckForm = (schema, values) => {
    const checked = this.#turn.then(() => this.#check(textOf(schema), JSON.stringify(values)))
    this.#turn = checked.catch(() => {
      // Told to the one who asked; the next has its turn all the same.
    })
    return checked
  }

  /** Ends what is under way; from now on every form is refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#endThread()
  }

  async #check(schema: string, values: string): Promise<void> {
    if (this.#isClosed) throw failure('CANCELLED', 'quitting')
    this.#cancelIdle?.()
    const thread = (this.#thread ??= this.#openThread())
    try {
      await thread.run('prepare', null, { timeoutMs: longestStartMs })
      refuse(await thread.run('checkForm', { schema, values }, { timeoutMs: this.#checkMs }))
    } catch (error) {
      throw this.#refusalOf(error)
    } finally {
      this.#cancelIdle = this.#clock.after(idleMs, () => void this.#endThread())
    }
  }

  async #endThread(): Promise<void> {
    this.#cancelIdle?.()
    const thread = this.#thread
    this.#thread = null
    await thread?.close()
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

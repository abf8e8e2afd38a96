import { invariant } from '../../../shared/invariant'
import type { FormRequest, RunEventBody } from '../../../shared/runs/events'
import type { FormValues } from '../../run-source/run-source'

interface Waiting {
  form: FormRequest
  answer(values: FormValues | null): void
  /** Drops the form without settling its promise. */
  leave(): void
}

/** The forms that a run has requested and waits for. */
export class PendingForms {
  readonly #signal: AbortSignal
  readonly #append: (event: RunEventBody) => void
  readonly #onWaiting: (isWaiting: boolean) => void
  readonly #waiting = new Map<string, Waiting>()

  /** `onWaiting` is called when the first form starts to wait and when the last one stops waiting. */
  constructor(deps: {
    /** The run's own signal. When it aborts, no form waits any longer. */
    signal: AbortSignal
    append: (event: RunEventBody) => void
    onWaiting: (isWaiting: boolean) => void
  }) {
    this.#signal = deps.signal
    this.#append = deps.append
    this.#onWaiting = deps.onWaiting
  }

  /** Requests the form. Resolves to null if it is declined. @throws the reason of the signal that aborts first */
  async ask(
    { formId, title, schema, serverId }: FormRequest,
    withdrawal?: AbortSignal,
  ): Promise<FormValues | null> {
    this.#signal.throwIfAborted()
    withdrawal?.throwIfAborted()
    invariant(!this.#waiting.has(formId), 'the form ids of a run are unique')
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#signal.removeEventListener('abort', onStopped)
        withdrawal?.removeEventListener('abort', onWithdrawn)
        this.#waiting.delete(formId)
        if (this.#waiting.size === 0) this.#onWaiting(false)
      }
      const answered = (values: FormValues | null) => {
        leave()
        this.#append({ type: 'form-answered', formId, values })
      }
      const onStopped = () => {
        leave()
        reject(this.#signal.reason as Error)
      }
      const onWithdrawn = () => {
        answered(null)
        reject(withdrawal?.reason as Error)
      }
      this.#signal.addEventListener('abort', onStopped)
      withdrawal?.addEventListener('abort', onWithdrawn)
      const answer = (values: FormValues | null) => {
        answered(values)
        resolve(values)
      }
      if (this.#waiting.size === 0) this.#onWaiting(true)
      const form = { formId, title, schema, ...(serverId === undefined ? {} : { serverId }) }
      this.#waiting.set(formId, { form, answer, leave })
      this.#append({ type: 'form-request', ...form })
    })
  }

  get(formId: string): FormRequest | null {
    return this.#waiting.get(formId)?.form ?? null
  }

  /** Returns whether the form was pending. */
  answer(formId: string, values: FormValues | null): boolean {
    const waiting = this.#waiting.get(formId)
    waiting?.answer(values)
    return waiting !== undefined
  }

  /** Called when the source has ended, so that nothing waits any longer. */
  close(): void {
    for (const waiting of Array.from(this.#waiting.values())) waiting.leave()
  }
}

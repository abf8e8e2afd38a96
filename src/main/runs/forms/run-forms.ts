import { failure } from '../../../shared/failures/failure'
import type { RunId, SessionId } from '../../../shared/ids'
import { isNestedDeeperThan } from '../../../shared/json-depth'
import type { FormPart, Part } from '../../../shared/sessions/messages'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { FormRequest } from '../../../shared/runs/events'
import { utf8Bytes } from '../../../shared/text/utf8'
import type { FormValues } from '../../run-source/run-source'
import { type FormMessages, formIn } from '../../store/messages/form-messages'
import type { SessionLeases } from '../../leases/session-leases'
import type { SessionStore } from '../../store/sessions/session-store'
import type { ActiveRuns } from '../run/active-runs'
import type { CheckForm } from './form-checker'
import type { StartedRun } from '../run/run'
import { assertChat, type RunStarter } from '../starting/run-starter'

/** Forms for people are not nested deeper, and deeper values could not be shown or exported. */
const maxDepth = 100

/** A submitted form of a session. */
interface FilledForm {
  sessionId: SessionId
  formId: string
  values: FormValues
}

/** Accepts submitted forms: passes the values to the run that waits for them, or starts a new run. */
export class RunForms {
  readonly #store: SessionStore
  readonly #forms: FormMessages
  readonly #leases: SessionLeases
  readonly #active: ActiveRuns
  readonly #starter: RunStarter
  readonly #check: CheckForm

  constructor(deps: {
    store: SessionStore
    forms: FormMessages
    leases: SessionLeases
    active: ActiveRuns
    starter: RunStarter
    check: CheckForm
  }) {
    this.#store = deps.store
    this.#forms = deps.forms
    this.#leases = deps.leases
    this.#active = deps.active
    this.#starter = deps.starter
    this.#check = deps.check
  }

  /**
   * Continues the run that waits for the form, or stores a hidden message with the values and starts a run for it.
   * @throws INVALID_INPUT, also if a new run would start in a pane; RUN_ACTIVE, NOT_FOUND, STORE_FULL, DEGRADED; then
   * nothing was stored or started
   */
  async submit(input: FilledForm): Promise<{ runId: RunId }> {
    const { sessionId, formId } = input
    const values = checkedSize(input.values)
    const session = this.#store.getSession(sessionId)
    const running = this.#active.get(sessionId)
    const asked = running?.pendingForm(formId) ?? null
    if (running !== undefined && asked !== null) return this.#answer(running, asked, values)
    assertChat(session)
    return this.#startWith({ sessionId, formId, values }, (user) => {
      const run = this.#starter.start(sessionId, 'detached', { user })
      return { runId: run.spec.runId }
    })
  }

  /**
   * Checks a form that no run waits for, then calls `start` with the hidden message that holds its values.
   * @throws INVALID_INPUT, RUN_ACTIVE, NOT_FOUND, DEGRADED, or what `start` throws
   */
  startWith<Started>(
    input: FilledForm,
    start: (user: { parts: Part[]; hidden: true }) => Started,
  ): Promise<Started> {
    return this.#startWith({ ...input, values: checkedSize(input.values) }, start)
  }

  /** Declines a form that a run waits for. Returns null if none does. @throws NOT_FOUND */
  dismiss(sessionId: SessionId, formId: string): RunId | null {
    this.#store.getSession(sessionId)
    const running = this.#active.get(sessionId)
    return running?.answerForm(formId, null) === true ? running.spec.runId : null
  }

  async #startWith<Started>(
    { sessionId, formId, values }: FilledForm,
    start: (user: { parts: Part[]; hidden: true }) => Started,
  ): Promise<Started> {
    this.#starter.assertAccepts()
    let form = this.#openForm(sessionId, formId)
    if (form !== null) {
      await this.#check(form.schema, values)
      // A run may have started, or the form been submitted, during the check.
      form = this.#openForm(sessionId, formId)
    }
    const { title, schema } = form ?? { title: formId, schema: {} }
    return start({ parts: [{ type: 'form', formId, title, schema, values }], hidden: true })
  }

  async #answer(run: StartedRun, form: FormRequest, values: FormValues): Promise<{ runId: RunId }> {
    const { sessionId, runId } = run.spec
    await this.#check(form.schema, values)
    if (run.answerForm(form.formId, values)) return { runId }
    // The form was answered or the run ended during the check.
    return this.submit({ sessionId, formId: form.formId, values })
  }

  /** The form as requested; null if unknown. @throws INVALID_INPUT it was submitted or declined; RUN_ACTIVE */
  #openForm(sessionId: SessionId, formId: string): FormPart | null {
    const live = this.#active.get(sessionId)?.log.state.message ?? this.#active.unsaved(sessionId)
    const shown = live === null ? null : formIn(live.parts, formId)
    const stored = this.#forms.find(sessionId, formId)
    if (stored.isSubmitted || shown?.values !== undefined) {
      throw failure('INVALID_INPUT', 'form-submitted', { field: 'formId' })
    }
    const form = shown ?? stored.form
    if (form?.isDeclined === true) throw failure('INVALID_INPUT', 'form-declined', { field: 'formId' })
    this.#leases.assertFree(sessionId)
    return form
  }
}

/** The values in the form that is stored: plain data of bounded size. @throws INVALID_INPUT */
function checkedSize(values: FormValues): FormValues {
  const text = jsonOf(values)
  const sizeBytes = utf8Bytes(text)
  if (sizeBytes > wireLimits.formBytes) {
    throw failure('INVALID_INPUT', 'values-too-large', {
      field: 'values',
      sizeBytes,
      max: wireLimits.formBytes,
    })
  }
  const plain = JSON.parse(text) as FormValues
  if (isNestedDeeperThan(plain, maxDepth)) throw tooDeep()
  return plain
}

function jsonOf(values: FormValues): string {
  try {
    return JSON.stringify(values)
  } catch (error) {
    throw tooDeep(error)
  }
}

function tooDeep(cause?: unknown) {
  return failure('INVALID_INPUT', 'values-too-deep', { field: 'values' }, cause)
}

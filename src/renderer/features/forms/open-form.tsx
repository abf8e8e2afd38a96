import { useEffect, useRef, useState } from 'react'

import type { ErrorData } from '../../../shared/errors'
import type { FormPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { dismissedDraft, draftForForm } from './form-status'
import { useApp, useDraft } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { defaultValues, inSchemaOrder, jsonOf, valuesFromJson } from '../../ui/schema-form/form-draft'
import {
  fieldErrorLine,
  errorsAfter,
  type FieldError,
  fieldErrorsOf,
  refusalText,
} from '../../ui/schema-form/field-errors'
import type { FormValues } from '../../ui/schema-form/field-schema'
import { PlainBoundary } from '../../ui/boundaries/plain-boundary'
import { JsonForm } from '../../ui/schema-form/json-form'
import type { ReadableSchema } from '../../ui/schema-form/readable-schema'
import { SchemaForm } from '../../ui/schema-form/schema-form'
import type { SessionId } from '../../../shared/ids'
import type { AppState } from '../../state/app/app-state'
import { Form, Hint, Row } from '../../ui/layout/layout'
import schemaFormStyles from '../../ui/schema-form/schema-form.module.css'
import styles from './form-card.module.css'

interface OpenFormProps {
  sessionId: SessionId
  part: FormPart
  readable: ReadableSchema
}

/** A form to fill in. Its values are a draft until main accepts them. */
export function OpenForm({ sessionId, part, readable }: OpenFormProps) {
  const app = useApp()
  const { formId } = part
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useDraft(draftForForm(sessionId, formId))
  const drafted = valuesFromJson(draft)
  const [reason, setReason] = useState(readable.kind === 'json' ? readable.reason : null)
  const [isJsonWanted, setIsJsonWanted] = useState(draft !== '' && drafted === null)
  const isJson = reason !== null || isJsonWanted
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  /** Counts refused submissions. */
  const [refusedCount, setRefusedCount] = useState(0)

  const presets = readable.kind === 'fields' ? defaultValues(readable.schema) : {}
  const values = drafted ?? presets
  const text = draft === '' ? jsonOf(presets) : draft
  // Focus the first invalid field.
  useEffect(() => {
    if (refusedCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusedCount])

  const change = (changed: FormValues) => {
    setErrors(errorsAfter(errors, values, changed))
    setRefusal(null)
    setDraft(jsonOf(changed))
  }
  const refuse = (found: readonly FieldError[], refused: ErrorData | null) => {
    setErrors(found)
    setRefusal(refused)
    setRefusedCount(refusedCount + 1)
  }
  const submit = async () => {
    if (isBusy) return
    const given = isJson ? valuesFromJson(text) : values
    if (given === null) {
      refuse([{ path: [], message: t('forms.open.notJson') }], null)
      return
    }
    setIsBusy(true)
    const ordered = readable.kind === 'fields' ? inSchemaOrder(given, readable.schema) : given
    const refused = await submitForm(app, sessionId, formId, ordered)
    setIsBusy(false)
    if (refused === null) setDraft('')
    else refuse(fieldErrorsOf(refused), refused)
  }
  const dismiss = async () => {
    if (isBusy) return
    setIsBusy(true)
    const refused = await dismissForm(app, sessionId, formId)
    setIsBusy(false)
    setRefusal(refused)
  }

  const turn = () => {
    // Invalid JSON cannot be converted to field values.
    if (isJson && valuesFromJson(text) === null)
      refuse([{ path: [], message: t('forms.open.notJson') }], null)
    else setIsJsonWanted(!isJsonWanted)
  }
  return (
    <Form ref={form} className={schemaFormStyles.form} noValidate onSubmit={() => void submit()}>
      {isJson || readable.kind === 'json' ? (
        <JsonForm
          schema={part.schema}
          text={text}
          reason={reason}
          error={errors.map(fieldErrorLine).join('\n')}
          onChange={(changed) => {
            setErrors([])
            setRefusal(null)
            setDraft(changed)
          }}
        />
      ) : (
        <PlainBoundary fallback={null} onFailed={() => setReason(t('forms.open.notShown'))}>
          <SchemaForm schema={readable.schema} values={values} errors={errors} onChange={change} />
        </PlainBoundary>
      )}
      <Row justify="end" wrap className={styles.formFoot}>
        <Hint grow tone="warn" role="alert">
          {refusal !== null && refusalText(refusal, errors, isJson ? null : readable)}
        </Hint>
        {reason === null && (
          <Button variant="quiet" onClick={turn}>
            {isJson ? t('forms.open.inFields') : t('forms.open.asJson')}
          </Button>
        )}
        <Button onClick={() => void dismiss()}>{t('forms.open.dismiss')}</Button>
        <Button type="submit" variant="primary" aria-busy={isBusy}>
          {t('forms.open.submit')}
        </Button>
      </Row>
    </Form>
  )
}

/**
 * Dismisses a form: declines it if a run still waits for it, otherwise hides it in this window. Only main knows which,
 * because the run may have ended since the form was drawn. Resolves with null, or with the refusal.
 */
export async function dismissForm(
  app: Pick<AppState, 'chat' | 'drafts'>,
  sessionId: SessionId,
  formId: string,
): Promise<ErrorData | null> {
  const { refusal, wasAwaited } = await app.chat.dismissForm(sessionId, formId)
  if (refusal === null) {
    app.drafts.set(draftForForm(sessionId, formId), wasAwaited ? '' : dismissedDraft)
  }
  return refusal
}

/**
 * Submits a form to the run that waits for it, otherwise to a new one, which in a pane belongs to this window. Resolves
 * with null when main has accepted it, otherwise with the refusal, which names invalid fields in `data.errors`.
 */
export async function submitForm(
  app: Pick<AppState, 'chat' | 'comparisons' | 'conversations'>,
  sessionId: SessionId,
  formId: string,
  values: Record<string, unknown>,
): Promise<ErrorData | null> {
  const inPane = app.comparisons.paneOf(sessionId)
  if (inPane === null) return app.chat.submitForm(sessionId, formId, values)
  const isWaitedFor = () =>
    app.conversations
      .of(sessionId)
      .store.getState()
      .live?.snapshot.pending.forms.some((form) => form.formId === formId) === true
  if (isWaitedFor()) {
    const refusal = await app.chat.submitForm(sessionId, formId, values)
    // The run may have ended during the call; then a new run can still take the form.
    if (refusal === null || isWaitedFor()) return refusal
  }
  return inPane.comparison.submitForm(inPane.pane, formId, values)
}

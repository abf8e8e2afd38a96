import { useId, useState } from 'react'

import { t } from '../../language/t'
import { classNames } from '../class-names'
import { Hint, Stack } from '../layout/layout'
import { TextArea } from '../fields/inputs'
import styles from './schema-form.module.css'

const shownSchemaChars = 20_000

interface JsonFormProps {
  schema: Record<string, unknown>
  text: string
  /** Why there are no fields; null when the user chose JSON. */
  reason: string | null
  /** The errors of the text; empty when it is valid. */
  error: string
  onChange: (text: string) => void
}

/** A form's values as JSON, next to its requirements: for forms that cannot be shown as fields. */
export function JsonForm({ schema, text, reason, error, onChange }: JsonFormProps) {
  const id = useId()
  const [isSchemaOpen, setIsSchemaOpen] = useState(false)
  return (
    <Stack gap={3} className={styles.formFields}>
      {reason !== null && (
        <Hint className={styles.formDescription}>{t('forms.json.writeValues', { reason })}</Hint>
      )}
      <Stack gap={1} className={styles.formField}>
        <label className={styles.formLabel} data-slot="form-label" htmlFor={id}>
          {t('forms.json.values')}
        </label>
        <TextArea
          dir="ltr"
          id={id}
          className={classNames(styles.formLongText, styles.formJson)}
          rows={5}
          spellCheck={false}
          value={text}
          aria-invalid={error !== ''}
          aria-describedby={error === '' ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.target.value)}
        />
        {error !== '' && (
          <Hint tone="bad" className={styles.formError} data-slot="form-error" id={`${id}-error`}>
            {error}
          </Hint>
        )}
      </Stack>
      <details onToggle={(event) => setIsSchemaOpen(event.currentTarget.open)}>
        <Hint as="summary" tone="soft" className={styles.formSummary}>
          {t('forms.json.asksFor')}
        </Hint>
        {isSchemaOpen && (
          <pre className={styles.formSchema} tabIndex={0} role="group" aria-label={t('forms.json.schema')}>
            {shortened(JSON.stringify(schema, null, 2))}
          </pre>
        )}
      </details>
    </Stack>
  )
}

function shortened(text: string): string {
  return text.length <= shownSchemaChars ? text : `${text.slice(0, shownSchemaChars)}\n…`
}

import { useEffect, useId, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'

import { belongsToInputMethod } from '../../keyboard/input-method'
import { t } from '../../language/t'
import type { PreparedPrompt } from '../../state/prompts/prompts'
import { Button } from '../../ui/controls/button'
import { classNames } from '../../ui/class-names'
import textFieldStyles from '../../ui/fields/text-field.module.css'
import styles from './prompt-form.module.css'

interface PromptFormProps {
  prepared: PreparedPrompt
  /** Receives the entered value of each variable. */
  onDone: (said: Record<string, string>) => void
  onCancel: () => void
}

/** Asks for the variables of a prompt, one field each. Enter continues, Escape cancels. */
export function PromptForm({ prepared, onDone, onCancel }: PromptFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [said, setSaid] = useState(() =>
    Object.fromEntries(prepared.missing.map(({ name, value }) => [name, value])),
  )
  useEffect(() => {
    const first = form.current?.querySelector('textarea')
    first?.focus()
    first?.select()
  }, [])
  const goOn = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || belongsToInputMethod(event.nativeEvent)) return
    event.preventDefault()
    const fields = [...(form.current?.querySelectorAll('textarea') ?? [])]
    const next = fields[fields.indexOf(event.currentTarget) + 1]
    if (next === undefined) {
      onDone(said)
      return
    }
    next.focus()
    next.select()
  }
  return (
    <section
      className={styles.promptForm}
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || belongsToInputMethod(event.nativeEvent)) return
        event.stopPropagation()
        onCancel()
      }}
    >
      <form
        ref={form}
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault()
          onDone(said)
        }}
      >
        <h3 id={`${id}-title`}>{prepared.prompt.name}</h3>
        <div className={styles.fields}>
          {prepared.missing.map(({ name }, index) => (
            <div key={name} className={styles.field}>
              <label htmlFor={`${id}-${index}`}>{name}</label>
              <textarea
                id={`${id}-${index}`}
                className={classNames(textFieldStyles.textField, styles.text)}
                data-slot="text-field"
                rows={1}
                value={said[name] ?? ''}
                onKeyDown={goOn}
                onChange={(event) => setSaid({ ...said, [name]: event.target.value })}
              />
            </div>
          ))}
        </div>
        <div className={styles.foot}>
          <span className={styles.hint}>{t('prompts.form.keys')}</span>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('prompts.form.insert')}
          </Button>
        </div>
      </form>
    </section>
  )
}

import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'

import { visibleLine } from '../../../shared/text/visible-text'
import { belongsToInputMethod } from '../../keyboard/key-presses'
import { t } from '../../language/t'
import type { PreparedPrompt } from '../../state/prompts/prompts'
import { Button } from '../../ui/controls/button'
import { Form, Hint, Row, Stack } from '../../ui/layout/layout'
import { TextArea } from '../../ui/fields/inputs'
import styles from './prompt-form.module.css'

/** Suggests values for a variable, given what the fields contain. Never rejects. */
export type SuggestValues = (variable: {
  name: string
  value: string
  values: Record<string, string>
}) => Promise<readonly string[]>

interface PromptFormProps {
  prepared: PreparedPrompt
  /** Absent if nothing is known about the values. */
  suggest?: SuggestValues | undefined
  /** Receives the entered value of each variable. */
  onDone: (said: Record<string, string>) => void
  onCancel: () => void
}

/** Asks for the variables of a prompt, one field each. Enter continues, Escape cancels. */
export function PromptForm({ prepared, suggest, onDone, onCancel }: PromptFormProps) {
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
      <Form ref={form} onSubmit={() => onDone(said)}>
        <h3 id={`${id}-title`}>{prepared.prompt.name}</h3>
        <Stack>
          {prepared.missing.map(({ name }, index) => (
            <div key={name} className={styles.field}>
              <label id={`${id}-${index}-label`} htmlFor={`${id}-${index}`}>
                {name}
              </label>
              <TextArea
                id={`${id}-${index}`}
                className={styles.text}
                rows={1}
                value={said[name] ?? ''}
                onKeyDown={goOn}
                onChange={(event) => setSaid({ ...said, [name]: event.target.value })}
              />
              {suggest !== undefined && (
                <Suggestions
                  labelId={`${id}-${index}-label`}
                  suggest={suggest}
                  variable={{ name, value: said[name] ?? '', values: said }}
                  onChosen={(value) => {
                    setSaid({ ...said, [name]: value })
                    // The button is about to disappear.
                    form.current?.querySelectorAll('textarea')[index]?.focus()
                  }}
                />
              )}
            </div>
          ))}
        </Stack>
        <Row className={styles.foot}>
          <Hint as="span" grow>
            {t('prompts.form.keys')}
          </Hint>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('prompts.form.insert')}
          </Button>
        </Row>
      </Form>
    </section>
  )
}

/** How long the typing must pause before the server is asked. */
const pauseMs = 200
const shownSuggestions = 8
const suggestionChars = 60

interface SuggestionsProps {
  labelId: string
  suggest: SuggestValues
  variable: Parameters<SuggestValues>[0]
  onChosen: (value: string) => void
}

/** Suggestions of a server for a field, as buttons below it. */
function Suggestions({ labelId, suggest, variable, onChosen }: SuggestionsProps) {
  const [found, setFound] = useState<readonly string[]>([])
  const { value } = variable
  const ask = useEffectEvent(async (typed: string, isCurrent: () => boolean) => {
    const suggestions = await suggest({ ...variable, value: typed })
    if (isCurrent()) setFound(suggestions)
  })
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => void ask(value, () => isCurrent), pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [value])
  const shown = found.filter((each) => each !== value).slice(0, shownSuggestions)
  if (shown.length === 0) return null
  return (
    <Row align="stretch" wrap gap={1} className={styles.suggestions} role="group" aria-labelledby={labelId}>
      {shown.map((each) => (
        <Button key={each} variant="quiet" onClick={() => onChosen(each)}>
          {visibleLine(each.slice(0, suggestionChars))}
        </Button>
      ))}
    </Row>
  )
}

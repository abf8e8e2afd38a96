import { useEffect, useRef, type ReactNode } from 'react'

import { belongsToInputMethod } from '../../../keyboard/input-method'
import { isSendKey } from '../../../keyboard/send-key'
import type { AppSettings } from '../../../../shared/app/schema'
import type { ErrorData } from '../../../../shared/errors'
import { t } from '../../../language/t'
import { Button } from '../../../ui/controls/button'
import { errorLine } from '../../../errors/error-text'
import { Hint, Row } from '../../../ui/layout/layout'
import styles from './edit-message.module.css'

interface EditFieldProps {
  label: string
  text: string
  onChange: (text: string) => void
  /** Which key submits; any other Enter breaks the line. */
  submitWith: AppSettings['sendWith']
  onSubmit: () => void
  onCancel: () => void
  refusal: ErrorData | null
  /** The buttons after Cancel. */
  children: ReactNode
}

/** The text of a message that is being edited, with its buttons. */
export function EditField(props: EditFieldProps) {
  const { label, text, onChange, submitWith, onSubmit, onCancel, refusal, children } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = field.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])
  return (
    <>
      <textarea
        ref={field}
        dir="auto"
        aria-label={label}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // During composition, Enter and Escape belong to the input method.
          if (belongsToInputMethod(event.nativeEvent)) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            onCancel()
          }
          if (!isSendKey(event, submitWith)) return
          event.preventDefault()
          onSubmit()
        }}
      />
      <Row className={styles.foot}>
        <Hint as="span" tone="warn" className={styles.refusal} role="alert">
          {refusal !== null && errorLine(refusal)}
        </Hint>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        {children}
      </Row>
    </>
  )
}

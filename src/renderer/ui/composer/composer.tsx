import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

import './composer.css'

export interface ComposerProps {
  /** The accessible name of the text field; its placeholder too unless one is given. */
  label: string
  placeholder?: string
  text: string
  look?: 'column' | 'wide' | 'slim'
  shouldFocus?: boolean
  onChange: (text: string) => void
  onSend: () => void
  onEscape?: () => void
  /** Left of the buttons. */
  hint?: ReactNode
  /** The buttons, at the right end. */
  buttons: ReactNode
  /** Above the text: why it was not sent. */
  notice?: ReactNode
}

/** A text field that grows with its text. Enter sends, Shift+Enter breaks the line. */
export function Composer(props: ComposerProps) {
  const {
    label,
    placeholder = label,
    text,
    look = 'column',
    shouldFocus = false,
    hint,
    buttons,
    notice,
  } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (shouldFocus) field.current?.focus()
  }, [shouldFocus])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed, Enter and Escape belong to the input method.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape') {
      props.onEscape?.()
      return
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    // A key that is held down sends once.
    if (!event.repeat) props.onSend()
  }

  return (
    <div className={`composer composer-${look}`}>
      {notice}
      <div
        className="composer-box"
        onPointerDown={(event) => {
          // The whole box is the field to the eye, so it is to the pointer too.
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          field.current?.focus()
        }}
      >
        <textarea
          ref={field}
          className="composer-text"
          aria-label={label}
          placeholder={placeholder}
          rows={1}
          value={text}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="composer-foot">
          <span className="composer-hint">{hint}</span>
          {buttons}
        </div>
      </div>
    </div>
  )
}

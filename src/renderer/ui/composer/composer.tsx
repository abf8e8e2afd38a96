import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'

import './composer.css'

/** What is offered while one types: the field tells those who do not see it which line is active. */
export interface ComposerCompletion {
  listId: string
  activeId: string | undefined
  /** Answers whether the key was for the list. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
}

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
  /** At the left end of the foot. */
  tools?: ReactNode
  /** Left of the buttons. */
  hint?: ReactNode
  /** The buttons, at the right end. */
  buttons: ReactNode
  /** Above the text: why it was not sent. */
  notice?: ReactNode
  /** Lies above the text, over what else is there, and moves nothing. */
  overlay?: ReactNode
  completion?: ComposerCompletion | null
  /** Gets the text field, for those who give the keyboard back to it. */
  fieldRef?: RefObject<HTMLTextAreaElement | null>
}

/** A text field that grows with its text. Enter sends, Shift+Enter breaks the line. */
export function Composer(props: ComposerProps) {
  const {
    label,
    placeholder = label,
    text,
    look = 'column',
    shouldFocus = false,
    tools,
    hint,
    buttons,
    notice,
    overlay,
    completion = null,
  } = props
  const ownField = useRef<HTMLTextAreaElement>(null)
  const field = props.fieldRef ?? ownField
  useEffect(() => {
    if (shouldFocus) field.current?.focus()
  }, [field, shouldFocus])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed, Enter and Escape belong to the input method.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (completion?.onKey(event) === true) {
      event.preventDefault()
      return
    }
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
      <div className="composer-stage">
        {overlay !== undefined && <div className="composer-overlay">{overlay}</div>}
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
            aria-autocomplete={completion === null ? undefined : 'list'}
            aria-controls={completion?.listId}
            aria-activedescendant={completion?.activeId}
            placeholder={placeholder}
            rows={1}
            value={text}
            onChange={(event) => props.onChange(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <div className={tools === undefined ? 'composer-foot' : 'composer-foot composer-foot-tools'}>
            {tools}
            <span className="composer-hint">{hint}</span>
            {buttons}
          </div>
        </div>
      </div>
    </div>
  )
}

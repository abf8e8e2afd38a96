import {
  useEffect,
  useRef,
  type ClipboardEventHandler,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useStore } from 'zustand'

import { belongsToInputMethod } from '../../keyboard/input-method'
import { useApp } from '../../state/app/use-app'
import { isSendKey } from '../../keyboard/send-key'
import './composer.css'

/** What is offered while one types: the field tells those who do not see it which line is active. */
export interface ComposerCompletion {
  listId: string
  activeId: string | undefined
  /** Answers whether the key was for the list. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
}

/** The files that go with the message, as `useComposerFiles` makes them. */
export interface ComposerFiles {
  /** Above the text. */
  strip: ReactNode
  /** At the left end of the foot. */
  button: ReactNode
  onPaste: ClipboardEventHandler<HTMLTextAreaElement>
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
  /** Answers whether it closed something: if not, Escape is left to the window. */
  onEscape?: () => boolean
  /** Sees each key before the composer does; answers whether it was for it. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  files?: ComposerFiles
  /** At the left end of the foot, behind what attaches files. */
  tools?: ReactNode
  /** Left of the buttons. */
  hint?: ReactNode
  /** The buttons, at the right end. */
  buttons: ReactNode
  /** Above the text: why it was not sent. */
  notice?: ReactNode
  /** Under the box: how what is sent is to be worked on. */
  line?: ReactNode
  /** Lies above the text, over what else is there, and moves nothing. */
  overlay?: ReactNode
  completion?: ComposerCompletion | null
  /** Gets the text field, for those who give the keyboard back to it. */
  fieldRef?: RefObject<HTMLTextAreaElement | null>
}

/** A text field that grows with its text. Enter sends and Shift+Enter breaks the line, or as the settings have it. */
export function Composer(props: ComposerProps) {
  const {
    label,
    placeholder = label,
    text,
    look = 'column',
    shouldFocus = false,
    files,
    tools,
    hint,
    buttons,
    notice,
    overlay,
    line,
    completion = null,
  } = props
  const sendWith = useStore(useApp().settings, (state) => state.settings.sendWith)
  const ownField = useRef<HTMLTextAreaElement>(null)
  const field = props.fieldRef ?? ownField
  useEffect(() => {
    if (shouldFocus) field.current?.focus()
  }, [field, shouldFocus])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed, Enter and Escape belong to the input method.
    if (belongsToInputMethod(event.nativeEvent)) return
    if (completion?.onKey(event) === true || props.onKey?.(event) === true) {
      event.preventDefault()
      return
    }
    if (event.key === 'Escape') {
      if (props.onEscape?.() === true) event.preventDefault()
      return
    }
    if (!isSendKey(event, sendWith)) return
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
          {files?.strip}
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
            onPaste={files?.onPaste}
          />
          <div className={tools === undefined ? 'composer-foot' : 'composer-foot composer-foot-tools'}>
            {files?.button}
            {tools}
            <span className="composer-hint">{hint}</span>
            {buttons}
          </div>
        </div>
      </div>
      {line}
    </div>
  )
}

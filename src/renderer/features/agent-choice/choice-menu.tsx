import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

import { Icon } from '../../ui/controls/icon'
import './agent-popovers.css'

export interface MenuChoice<Value extends string> {
  value: Value
  name: string
  /** What it means, in full. */
  words: ReactNode
  /** Why it cannot be chosen, for people; null when it can. */
  refusal?: string | null
}

interface ChoiceMenuProps<Value extends string> {
  label: string
  /** Null where it is not one of them. */
  value: Value | null
  choices: readonly MenuChoice<Value>[]
  /** Under the choices. */
  note?: string | null
  onChoose: (value: Value) => void
  /** The keyboard goes back to where it was. */
  onDone: () => void
}

/** A few choices, each with what it means. Arrow keys go through them; only Enter or a press chooses. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, value, choices, note = null, onChoose, onDone } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[role=menuitemradio]')
    const chosen = [...(buttons ?? [])].find((button) => button.getAttribute('aria-checked') === 'true')
    ;(chosen ?? buttons?.[0])?.focus()
  }, [])
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Tab') onDone()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const step = event.key === 'ArrowDown' ? 1 : -1
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <>
      <div className="popover-title" id={`${id}-title`}>
        {label}
      </div>
      <div
        ref={list}
        role="menu"
        tabIndex={-1}
        aria-labelledby={`${id}-title`}
        className="choice-menu"
        onKeyDown={move}
      >
        {choices.map(({ value: offered, name, words, refusal = null }) => (
          <button
            key={offered}
            type="button"
            role="menuitemradio"
            aria-checked={offered === value}
            aria-disabled={refusal !== null}
            aria-label={name}
            aria-describedby={`${id}-${offered}`}
            className="choice-item"
            onClick={() => {
              if (refusal !== null) return
              onDone()
              if (offered !== value) onChoose(offered)
            }}
          >
            <span className="choice-check">{offered === value && <Icon name="check" />}</span>
            <span className="choice-words">
              <span className="choice-name">{name}</span>
              <span className="choice-meaning" id={`${id}-${offered}`}>
                {words}
                {refusal !== null && <span className="choice-refusal"> {refusal}</span>}
              </span>
            </span>
          </button>
        ))}
      </div>
      {note !== null && <p className="popover-note">{note}</p>}
    </>
  )
}

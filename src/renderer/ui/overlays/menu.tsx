import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

import { ariaKeys, writtenKeys } from '../../keyboard/keys'
import { Icon } from '../controls/icon'
import { Popup } from './popup'
import { keyHost } from '../../keyboard/key-host'
import './menu.css'

export interface MenuItem {
  label: string
  /** The keys that do the same, as the catalogue notes them: `Alt+R`, `Delete`. */
  shortcut?: string
  isDanger?: boolean
  /** Why it cannot be chosen now, for people; null or absent when it can. */
  refusal?: string | null
  onChoose: () => void
}

/** A button that opens a short list of actions. `label` names the button. */
export function MenuButton({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <Popup anchor={button} align="end" onClose={close}>
          <MenuList
            items={items}
            onDone={() => {
              // The focus goes back before the list takes it along.
              button.current?.focus()
              close()
            }}
          />
        </Popup>
      )}
    </>
  )
}

/** The actions themselves, for a menu that something else opens. `onDone` puts the focus back and closes it. */
export function MenuList({ items, onDone }: { items: readonly MenuItem[]; onDone: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  const choose = (item: MenuItem) => {
    if (item.refusal != null) return
    onDone()
    item.onChoose()
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Tab') onDone()
    const named = items.find(({ shortcut }) => isPlainKey(event) && shortcut === event.key.toUpperCase())
    if (named !== undefined) {
      event.preventDefault()
      choose(named)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const step = event.key === 'ArrowDown' ? 1 : -1
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <div ref={list} role="menu" tabIndex={-1} className="menu" onKeyDown={move}>
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          className={item.isDanger === true ? 'menu-item menu-item-danger' : 'menu-item'}
          aria-disabled={item.refusal != null}
          aria-keyshortcuts={item.shortcut === undefined ? undefined : ariaKeys(item.shortcut, keyHost)}
          title={item.refusal ?? undefined}
          onClick={() => choose(item)}
        >
          <span>{item.label}</span>
          {item.shortcut !== undefined && <kbd aria-hidden="true">{writtenKeys(item.shortcut, keyHost)}</kbd>}
        </button>
      ))}
    </div>
  )
}

function isPlainKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey
}

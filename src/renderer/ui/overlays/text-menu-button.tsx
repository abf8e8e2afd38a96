import { type ReactNode, useRef, useState } from 'react'

import { Button } from '../controls/button'
import { Menu, type MenuItem } from './menu'

interface TextMenuButtonProps {
  items: readonly MenuItem[]
  /** Its name, where it shows only an icon. */
  label?: string
  /** Loads the items before the menu opens. */
  onOpen?: () => Promise<void> | void
  isDisabled?: boolean
  children: ReactNode
}

/** A quiet button with a text that opens a menu. */
export function TextMenuButton({ items, label, onOpen, isDisabled = false, children }: TextMenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = async () => {
    await onOpen?.()
    setIsOpen(true)
  }
  const toggle = () => {
    if (isOpen || isDisabled) setIsOpen(false)
    else void open()
  }
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-disabled={isDisabled}
        onClick={toggle}
      >
        {children}
      </Button>
      {isOpen && items.length > 0 && <Menu anchor={button} items={items} onClose={() => setIsOpen(false)} />}
    </>
  )
}

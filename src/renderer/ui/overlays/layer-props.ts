import type { ReactNode, RefObject } from 'react'

/** A menu item. */
export interface MenuItem {
  label: string
  /** Its shortcut in catalogue notation: `Alt+R`, `Delete`. */
  shortcut?: string
  isDanger?: boolean
  /** For one of several choices: whether it is the current one. */
  isChosen?: boolean
  /** Why it is disabled, as text for users; null or absent when it is enabled. */
  refusal?: string | null
  onChoose: () => void
}

export interface MenuProps {
  anchor: RefObject<HTMLElement | null>
  items: readonly MenuItem[]
  onClose: () => void
}

export interface PopupProps {
  anchor: RefObject<HTMLElement | null>
  align?: 'start' | 'end'
  className?: string | undefined
  /** Its accessible name, if it is a dialog. */
  label?: string
  /** The element that gets the focus; without it, the focus does not move. */
  firstFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

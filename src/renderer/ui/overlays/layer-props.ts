import type { ReactNode, RefObject } from 'react'

/** One action of a menu. */
export interface MenuItem {
  label: string
  /** The keys that do the same, as the catalogue notes them: `Alt+R`, `Delete`. */
  shortcut?: string
  isDanger?: boolean
  /** Why it cannot be chosen now, for people; null or absent when it can. */
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
  /** Its accessible name, where it is a dialog of its own. */
  label?: string
  /** What gets the keyboard; without it, the keyboard stays where it is. */
  firstFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

import { Menu } from '@base-ui/react/menu'
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'

import { belongsToInputMethod } from '../../keyboard/key-presses'
import { useAnchored } from './use-anchored'

interface MenuSurfaceProps {
  anchor: RefObject<HTMLElement | null>
  align?: 'start' | 'end'
  /** A class for the surface and its menu. */
  className?: string | undefined
  menuClassName: string | undefined
  labelledBy?: string
  /** Handles a key before the menu does; returns whether it did. */
  onKey?: (event: KeyboardEvent) => boolean
  onClose: () => void
  /** The library's items, and texts that explain them. */
  children: ReactNode
}

/** Parts of the library's menus, which are loaded with this file. */
export const MenuItemLayer = Menu.Item
export const MenuChoices = Menu.RadioGroup
export const MenuChoice = Menu.RadioItem

/** A menu next to its anchor. The focus starts at the checked item, or at the first one. */
export function MenuSurface(props: MenuSurfaceProps) {
  const { anchor, align = 'start', className, menuClassName, labelledBy, onKey, onClose, children } = props
  const anchored = useAnchored({ anchor, align, className, onClose })
  const menu = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const isTaken = belongsToInputMethod(event.nativeEvent) || onKey?.(event) === true
    if (isTaken || event.key === 'Tab') event.stopPropagation()
    if (isTaken || event.key !== 'Tab') return
    // The focus returns to the anchor.
    anchor.current?.focus()
    onClose()
  }
  return (
    <Menu.Root {...anchored.root}>
      <Menu.Portal {...anchored.portal}>
        <Menu.Positioner {...anchored.positioner}>
          <Menu.Popup
            ref={menu}
            className={menuClassName}
            aria-labelledby={labelledBy}
            finalFocus={anchored.finalFocus}
            onKeyDownCapture={onKeyDown}
          >
            {children}
            <FirstItemFocus menu={menu} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Not in a layout effect, because the menu numbers its items only after those. */
function FirstItemFocus({ menu }: { menu: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const chosen = menu.current?.querySelector<HTMLElement>('[aria-checked=true]')
    const first = chosen ?? menu.current?.querySelector<HTMLElement>('[role^=menuitem]')
    first?.focus()
  }, [menu])
  return null
}

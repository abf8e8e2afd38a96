import { Menu } from '@base-ui/react/menu'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'

import { belongsToInputMethod } from '../../keyboard/input-method'
import { edgePx, gapPx, isAtAnchor, layerAround } from './anchored'
import { classNames } from '../class-names'
import styles from './popup.module.css'

interface MenuSurfaceProps {
  anchor: RefObject<HTMLElement | null>
  align?: 'start' | 'end'
  /** Of the surface, and of the menu on it. */
  className?: string | undefined
  menuClassName: string | undefined
  labelledBy?: string
  /** Sees a key before the menu does; answers whether it was for it. */
  onKey?: (event: KeyboardEvent) => boolean
  onClose: () => void
  /** Items of the library, with what explains them. */
  children: ReactNode
}

export const MenuItemLayer = Menu.Item
export const MenuChoices = Menu.RadioGroup
export const MenuChoice = Menu.RadioItem

/** A menu beside its anchor. The keyboard starts at what is chosen, or at the first item. */
export function MenuSurface(props: MenuSurfaceProps) {
  const { anchor, align = 'start', className, menuClassName, labelledBy, onKey, onClose, children } = props
  const [container] = useState(() => layerAround(anchor))
  const menu = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const isTaken = belongsToInputMethod(event.nativeEvent) || onKey?.(event) === true
    if (isTaken || event.key === 'Tab') event.stopPropagation()
    if (isTaken || event.key !== 'Tab') return
    // The keyboard goes on from the anchor.
    anchor.current?.focus()
    onClose()
  }
  return (
    <Menu.Root
      open
      modal={false}
      onOpenChange={(_isOpen, details) => {
        if (isAtAnchor(details.event, anchor)) details.cancel()
        else onClose()
      }}
    >
      <Menu.Portal container={container}>
        <Menu.Positioner
          anchor={anchor}
          align={align}
          sideOffset={gapPx}
          collisionPadding={edgePx}
          className={classNames(styles.popup, className)}
          data-slot="popup"
        >
          <Menu.Popup
            ref={menu}
            className={menuClassName}
            aria-labelledby={labelledBy}
            finalFocus={(closedBy) => (closedBy === 'keyboard' ? anchor.current : false)}
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

/** Not in a layout effect: the menu has numbered its items only after those. */
function FirstItemFocus({ menu }: { menu: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const chosen = menu.current?.querySelector<HTMLElement>('[aria-checked=true]')
    const first = chosen ?? menu.current?.querySelector<HTMLElement>('[role^=menuitem]')
    first?.focus()
  }, [menu])
  return null
}

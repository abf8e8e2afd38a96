import { Popover } from '@base-ui/react/popover'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

import { belongsToInputMethod } from '../../keyboard/key-presses'
import { ariaKeys, writtenKeys } from '../../keyboard/keys'
import { keyHost } from '../../keyboard/key-host'
import type { MenuItem, MenuProps, PopupProps } from './layer-props'
import { MenuItemLayer, MenuSurface } from './menu-surface'
import { classNames } from '../class-names'
import { Icon } from '../controls/icon'
import { useAnchored } from './use-anchored'
import styles from './menu.module.css'
import popupStyles from './popup.module.css'

/** The part of `Menu` that is loaded on first use. */
export function MenuLayer({ anchor, items, onClose }: MenuProps) {
  const choose = (item: MenuItem) => {
    if (item.refusal != null) return
    // Return the focus first, because the chosen action may move it elsewhere.
    anchor.current?.focus()
    onClose()
    item.onChoose()
  }
  const chooseNamed = (event: KeyboardEvent) => {
    const named = items.find(({ shortcut }) => isPlainKey(event) && shortcut === event.key.toUpperCase())
    if (named === undefined) return false
    event.preventDefault()
    choose(named)
    return true
  }
  return (
    <MenuSurface
      anchor={anchor}
      align="end"
      menuClassName={styles.menu}
      onKey={chooseNamed}
      onClose={onClose}
    >
      {items.map((item) => (
        <MenuItemLayer
          key={item.label}
          nativeButton
          render={<button type="button" />}
          className={classNames(styles.item, item.isDanger === true && styles.itemDanger)}
          disabled={item.refusal != null}
          aria-keyshortcuts={ariaKeys(item.shortcut ?? '', keyHost)}
          {...(item.isChosen !== undefined && { role: 'menuitemradio', 'aria-checked': item.isChosen })}
          title={item.refusal ?? undefined}
          label={item.label}
          closeOnClick={false}
          onClick={(event) => {
            // The library would focus the item again.
            event.preventBaseUIHandler()
            choose(item)
          }}
        >
          <span>{item.label}</span>
          {item.isChosen === true && <Icon name="check" />}
          {hasKeys(item) && <kbd aria-hidden="true">{writtenKeys(item.shortcut, keyHost)}</kbd>}
        </MenuItemLayer>
      ))}
    </MenuSurface>
  )
}

function hasKeys(item: MenuItem): item is MenuItem & { shortcut: string } {
  return item.shortcut !== undefined && item.shortcut !== ''
}

function isPlainKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey
}

/** The part of `Popup` that is loaded on first use. */
export function PopupLayer(props: PopupProps) {
  const { anchor, align = 'start', className, label, firstFocus, onClose, children } = props
  const anchored = useAnchored({ anchor, align, className, onClose })
  const popup = useRef<HTMLDivElement>(null)
  /** Tab after the last element, or Shift+Tab before the first, continues from the anchor. */
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || belongsToInputMethod(event.nativeEvent)) return
    const stops = [...(popup.current?.querySelectorAll<HTMLElement>('button:enabled, input:enabled') ?? [])]
    if (document.activeElement !== stops.at(event.shiftKey ? 0 : -1)) return
    anchor.current?.focus()
    onClose()
  }
  return (
    <Popover.Root {...anchored.root}>
      <Popover.Portal {...anchored.portal}>
        <Popover.Positioner {...anchored.positioner}>
          <Popover.Popup
            ref={popup}
            role={label === undefined ? 'presentation' : 'dialog'}
            aria-label={label}
            className={popupStyles.content}
            initialFocus={false}
            finalFocus={anchored.finalFocus}
            onKeyDown={leave}
          >
            {children}
            {firstFocus !== undefined && <FirstFocus target={firstFocus} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Focuses a part of its popup immediately: the library would do so one frame later, after the next key press. */
function FirstFocus({ target }: { target: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => target.current?.focus(), [target])
  return null
}

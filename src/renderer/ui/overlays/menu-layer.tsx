import type { KeyboardEvent } from 'react'

import { ariaKeys, writtenKeys } from '../../keyboard/keys'
import { keyHost } from '../../keyboard/key-host'
import type { MenuItem, MenuProps } from './layer-props'
import { MenuItemLayer, MenuSurface } from './menu-surface'
import { classNames } from '../class-names'
import styles from './menu.module.css'

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

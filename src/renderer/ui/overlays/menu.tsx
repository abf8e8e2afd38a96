import { useRef, useState } from 'react'

import { Icon } from '../controls/icon'
import { lazyComponent } from '../lazy-component'
import type { MenuItem } from './layer-props'
import styles from './menu.module.css'

export type { MenuItem } from './layer-props'

/** A button that opens a short menu. `label` is the name of the button. */
export function MenuButton({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-slot="menu-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen && <Menu anchor={button} items={items} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** A menu next to its anchor, which gets the focus back. */
export const Menu = lazyComponent(() => import('./layers'), 'MenuLayer')

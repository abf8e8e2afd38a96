import { Suspense, useRef, useState } from 'react'

import { Icon } from '../controls/icon'
import type { MenuItem, MenuProps } from './layer-props'
import { layers } from './load-layers'
import styles from './menu.module.css'

export type { MenuItem } from './layer-props'

/** A button that opens a short list of actions. `label` names the button. */
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

/** The actions themselves, beside what opened them. The focus goes back there. */
export function Menu(props: MenuProps) {
  return (
    <Suspense fallback={null}>
      <LoadedMenu {...props} />
    </Suspense>
  )
}

function LoadedMenu(props: MenuProps) {
  const { MenuLayer } = layers.useModule()
  return <MenuLayer {...props} />
}

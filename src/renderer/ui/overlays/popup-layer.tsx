import { Popover } from '@base-ui/react/popover'
import { useRef, type KeyboardEvent, useLayoutEffect, type RefObject } from 'react'

import { belongsToInputMethod } from '../../keyboard/input-method'
import type { PopupProps } from './layer-props'
import { useAnchored } from './use-anchored'
import styles from './popup.module.css'

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
            className={styles.content}
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

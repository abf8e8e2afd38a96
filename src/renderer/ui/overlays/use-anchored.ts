import { useState, type RefObject } from 'react'

import { classNames } from '../class-names'
import styles from './popup.module.css'

/** Between a menu or popover and its anchor. */
const gapPx = 6
/** Between a menu or popover and the edge of the window. */
const edgePx = 8

interface Anchored {
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  className: string | undefined
  onClose: () => void
}

/** Positions a menu or a popover next to its anchor, and closes it. */
export function useAnchored({ anchor, align, className, onClose }: Anchored) {
  const [container] = useState(() => layerAround(anchor))
  return {
    root: {
      open: true,
      modal: false,
      onOpenChange: (_isOpen: boolean, details: { event: Event; cancel: () => void }) => {
        if (isAtAnchor(details.event, anchor)) details.cancel()
        else onClose()
      },
    },
    portal: { container },
    positioner: {
      anchor,
      align,
      sideOffset: gapPx,
      collisionPadding: edgePx,
      className: classNames(styles.popup, className),
      'data-slot': 'popup',
    },
    finalFocus: (closedBy: string) => (closedBy === 'keyboard' ? anchor.current : false),
  } as const
}

/** True if the anchor handles the event itself: a press or focus event at it, or a key that it has used. */
function isAtAnchor(event: Event, anchor: RefObject<HTMLElement | null>): boolean {
  if (event instanceof KeyboardEvent && !event.defaultPrevented) return false
  const places = [event.target, event instanceof FocusEvent ? event.relatedTarget : null]
  return places.some((place) => place instanceof Node && anchor.current?.contains(place) === true)
}

/** The modal dialog around the anchor, because it covers everything outside; otherwise the page. */
function layerAround(anchor: RefObject<HTMLElement | null>): HTMLElement {
  return anchor.current?.closest('dialog') ?? document.body
}

import type { RefObject } from 'react'

/** Between a menu or popover and its anchor. */
export const gapPx = 6
/** Between a menu or popover and the edge of the window. */
export const edgePx = 8

/** Whether a press or focus event is at the anchor, which handles it itself. */
export function isAtAnchor(event: Event, anchor: RefObject<HTMLElement | null>): boolean {
  const places = [event.target, event instanceof FocusEvent ? event.relatedTarget : null]
  return places.some((place) => place instanceof Node && anchor.current?.contains(place) === true)
}

/** The modal dialog around the anchor, because it covers everything outside; otherwise the page. */
export function layerAround(anchor: RefObject<HTMLElement | null>): HTMLElement {
  return anchor.current?.closest('dialog') ?? document.body
}

import type { RefObject } from 'react'

/** Between a menu or popover and what it belongs to. */
export const gapPx = 6
/** Between it and the edge of the window. */
export const edgePx = 8

/** Whether a press or the focus went to the anchor: what happens then is the anchor's own business. */
export function isAtAnchor(event: Event, anchor: RefObject<HTMLElement | null>): boolean {
  const places = [event.target, event instanceof FocusEvent ? event.relatedTarget : null]
  return places.some((place) => place instanceof Node && anchor.current?.contains(place) === true)
}

/** A modal dialog covers the page: what belongs to it must stand inside it. */
export function layerAround(anchor: RefObject<HTMLElement | null>): HTMLElement {
  return anchor.current?.closest('dialog') ?? document.body
}

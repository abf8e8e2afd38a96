import { createContext } from 'react'

/** Whether what is inside is read from its end, as in a column that grows upwards. */
export const StartsAtEndContext = createContext(false)

/** Has a long text draw all of itself at once. */
export const drawWholeEvent = 'parley:draw-whole'

/** Has all texts in `element` drawn at once, because a place in them is needed. Returns whether any was not. */
export function drawWhole(element: Element): boolean {
  const behind = element.querySelectorAll('[data-is-behind]')
  for (const text of behind) text.dispatchEvent(new Event(drawWholeEvent))
  return behind.length > 0
}

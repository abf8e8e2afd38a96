import { createContext } from 'react'
import { flushSync } from 'react-dom'

import { measureNow } from './measuring'

/** Whether what is inside is read from its end, as in a column that grows upwards. */
export const StartsAtEndContext = createContext(false)

/** Has a long text draw all of itself at once. */
export const drawWholeEvent = 'parley:draw-whole'

/** On a long text of which not everything is drawn yet. */
export const behindAttribute = 'data-is-behind'

/** Has `element` and all texts in it drawn at once, because a place in them is needed. Returns whether any was not. */
export function drawWhole(element: Element): boolean {
  measureNow()
  const selector = `[${behindAttribute}]`
  const behind = [...(element.matches(selector) ? [element] : []), ...element.querySelectorAll(selector)]
  for (const text of behind) text.dispatchEvent(new Event(drawWholeEvent))
  return behind.length > 0
}

/** The same for handlers, which need what is drawn right away. */
export function drawWholeNow(element: Element): void {
  flushSync(() => drawWhole(element))
}

import { createContext } from 'react'
import { flushSync } from 'react-dom'

/** On an element that the browser has skipped since it was drawn: it only estimates its size. Nothing around it is skipped. */
export const unmeasuredAttribute = 'data-is-unmeasured'

/** On a long text of which not everything is drawn yet. */
export const behindAttribute = 'data-is-behind'

/** Laying out one alone costs twice as much. */
const laidOutTogether = 3
/** How long laying out may take in one frame. */
const frameMs = 8
let frame: number | null = null

/**
 * Has the browser lay out what it has skipped, a little in each of the next frames, so that the length of the scroll bar
 * is right, and scrolling by keys is not cut short by a size that changes. Texts that are not complete are drawn first:
 * call it again when they are.
 */
export function measureLater(): void {
  frame ??= requestAnimationFrame(measureSome)
}

function measureSome(): void {
  frame = null
  if (document.querySelector(`[${behindAttribute}]`) !== null) return
  const skipped = unmeasured()
  const untilMs = performance.now() + frameMs
  while (skipped.length > 0 && performance.now() < untilMs) layOut(skipped.splice(-laidOutTogether))
  if (skipped.length > 0) measureLater()
}

/** Lays out everything that was skipped, because a place in it is needed now. */
export function measureNow(): void {
  layOut(unmeasured())
}

function unmeasured(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[${unmeasuredAttribute}]`)]
}

function layOut(skipped: readonly HTMLElement[]): void {
  if (skipped.length === 0) return
  for (const element of skipped) {
    element.removeAttribute(unmeasuredAttribute)
    element.style.contentVisibility = 'visible'
  }
  skipped[0]?.getBoundingClientRect()
  // The browser remembers their sizes at the end of the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const element of skipped) element.style.contentVisibility = ''
    }),
  )
}

/** True in a view that starts at the end of its content, such as a chat. */
export const StartsAtEndContext = createContext(false)

/** Makes a long text draw itself completely at once. */
export const drawWholeEvent = 'parley:draw-whole'

/** Draws `element` and all texts in it at once, because a place in them is needed. Returns whether any was incomplete. */
export function drawWhole(element: Element): boolean {
  measureNow()
  const selector = `[${behindAttribute}]`
  const behind = [...(element.matches(selector) ? [element] : []), ...element.querySelectorAll(selector)]
  for (const text of behind) text.dispatchEvent(new Event(drawWholeEvent))
  return behind.length > 0
}

/** Like `drawWhole`, for handlers that need the result at once. */
export function drawWholeNow(element: Element): void {
  flushSync(() => drawWhole(element))
}

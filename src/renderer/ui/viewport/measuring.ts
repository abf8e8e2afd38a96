import { createContext } from 'react'
import { flushSync } from 'react-dom'

/** How long laying out may take in one frame. */
const frameMs = 6

/**
 * On an element that the browser has skipped since it was drawn: it only estimates its size. What contains it must not be
 * skipped, or it could not be laid out. Not empty while it is being laid out.
 */
export const unmeasuredAttribute = 'data-is-unmeasured'

/** Elements that have unmeasured ones, those drawn first before the others. */
const waiting = new Set<Element>()
/** Laid out in this frame: the browser remembers their sizes at its end. */
let laidOut: HTMLElement[] = []
/** Laid out between two frames. */
let justNow: HTMLElement[] = []
let frame: number | null = null

/**
 * Has the browser lay out what it has skipped in `element`, a little in each of the next frames, so that the length of the
 * scroll bar is right and nothing moves when it comes into view. Returns a function that takes it back.
 */
export function measureLater(element: Element): () => void {
  waiting.add(element)
  requestFrame()
  return () => {
    waiting.delete(element)
  }
}

/** Lays out everything that was skipped, because a place in it is needed now. */
export function measureNow(): void {
  const skipped = unmeasuredIn(document)
  if (skipped.length === 0) return
  justNow.push(...skipped)
  for (const element of skipped) show(element)
  waiting.clear()
  requestFrame()
}

function requestFrame(): void {
  frame ??= requestAnimationFrame(next)
}

function next(): void {
  frame = null
  for (const element of laidOut) {
    element.style.contentVisibility = ''
    element.removeAttribute(unmeasuredAttribute)
  }
  laidOut = justNow
  justNow = []
  const untilMs = performance.now() + frameMs
  for (const element of waiting) {
    for (const skipped of unmeasuredIn(element).toReversed()) {
      // At least one, even if finding them takes as long as a frame may.
      if (laidOut.length > 0 && performance.now() > untilMs) break
      show(skipped)
      laidOut.push(skipped)
      skipped.getBoundingClientRect()
    }
    if (performance.now() > untilMs) break
    waiting.delete(element)
  }
  if (waiting.size > 0 || laidOut.length > 0) requestFrame()
}

function show(element: HTMLElement): void {
  element.setAttribute(unmeasuredAttribute, 'now')
  element.style.contentVisibility = 'visible'
}

function unmeasuredIn(parent: ParentNode): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>(`[${unmeasuredAttribute}='']`)]
}

/** True in a view that starts at the end of its content, such as a chat. */
export const StartsAtEndContext = createContext(false)

/** Makes a long text draw itself completely at once. */
export const drawWholeEvent = 'parley:draw-whole'

/** On a long text of which not everything is drawn yet. */
export const behindAttribute = 'data-is-behind'

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

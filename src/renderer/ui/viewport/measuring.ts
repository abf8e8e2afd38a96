import { createContext } from 'react'
import { flushSync } from 'react-dom'

/**
 * On an element that the browser has skipped since it was drawn, so that its size is only an estimate. Not empty while it
 * is being laid out.
 */
export const unmeasuredAttribute = 'data-is-unmeasured'

/** On a long text of which not everything is drawn yet. */
export const behindAttribute = 'data-is-behind'

/** On a message with such an element or text: it must not be skipped, or they could not be laid out. */
const estimatedAttribute = 'data-is-estimated'

/** A forced layout costs about as much as one group. */
const groupsPerLayout = 3
/** How long laying out may take in one frame, unless one layout takes longer. */
const frameMs = 8

let frame: number | null = null

/**
 * Has the browser lay out what it has skipped, a little in each of the next frames, so that the length of the scroll bar
 * is right, and scrolling by keys is not cut short by a size that changes. Waits until all texts are drawn; call it again
 * then.
 */
export function measureLater(): void {
  frame ??= requestAnimationFrame(measureSome)
}

function measureSome(): void {
  frame = null
  if (document.querySelector(`[${behindAttribute}]`) !== null) return
  const skipped = unmeasuredElements()
  const untilMs = performance.now() + frameMs
  while (skipped.length > 0 && performance.now() < untilMs) layOut(skipped.splice(-groupsPerLayout))
  if (skipped.length > 0) measureLater()
}

/** Lays out everything that was skipped, because a place in it is needed now. */
export function measureNow(): void {
  layOut(unmeasuredElements())
}

/** Those that can be laid out: not in a pane that is shown as a thumbnail. */
function unmeasuredElements(): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(`[${unmeasuredAttribute}='']`)
  return [...all].filter((element) => element.checkVisibility())
}

function layOut(skipped: readonly HTMLElement[]): void {
  if (skipped.length === 0) return
  for (const element of skipped) {
    element.setAttribute(unmeasuredAttribute, 'now')
    element.style.contentVisibility = 'visible'
  }
  skipped[0]?.getBoundingClientRect()
  // The browser remembers their sizes at the end of a frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const element of skipped) {
        element.removeAttribute(unmeasuredAttribute)
        element.style.contentVisibility = ''
      }
      for (const message of new Set(skipped.map(messageAround))) if (message !== null) noteEstimated(message)
    }),
  )
}

/** Marks the message around `element` as long as some of it is not drawn or not measured, and has it measured. */
export function noteEstimated(element: Element): void {
  const message = messageAround(element)
  const isEstimated = message?.querySelector(`[${behindAttribute}], [${unmeasuredAttribute}]`) != null
  message?.toggleAttribute(estimatedAttribute, isEstimated)
  measureLater()
}

function messageAround(element: Element): Element | null {
  return element.closest('[data-message-id]')
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

import { useLayoutEffect, useRef, type RefObject } from 'react'

import { placeShownEvent, restsAttribute } from '../../message-navigation/message-elements'

/** What a user does to the messages of a pane to read or open something there. */
const uses = ['pointerdown', 'click', 'wheel', 'touchmove'] as const

/** The scrollers that stay at the start of their latest answers, as they were last put there. */
type Rests = Map<Element, Rest>

interface Rest {
  scrollTop: number
  scrollHeight: number
  clientHeight: number
}

/**
 * When a round has ended, shows each pane from the start of its latest answer, and keeps it there while bars and panes
 * change their size, until the user scrolls or uses its messages, or another place in them is shown. A pane that the
 * user had scrolled away from its end stays as it is.
 */
export function useAnswerStarts(
  room: RefObject<HTMLElement | null>,
  {
    running,
    isHeld,
  }: {
    /** The keys of the panes that are answering, separated by spaces. */
    running: string
    /** Answers that have ended wait for the others of their round. */
    isHeld: boolean
  },
): void {
  const rests = useRef<Rests>(new Map())
  /** The scrollers of panes whose latest round has been seen to end. */
  const settled = useRef(new WeakSet<Element>())
  useLayoutEffect(() => {
    const panes = room.current
    if (panes === null) return undefined
    const keys = new Set(running.split(' '))
    for (const [key, scroller] of scrollersByKey(panes)) {
      if (keys.has(key)) {
        leave(rests.current, scroller)
        settled.current.delete(scroller)
      } else if (!isHeld && !settled.current.has(scroller)) {
        settled.current.add(scroller)
        if (scroller.scrollTop > -1) rest(rests.current, scroller)
      }
    }
    const observer = new ResizeObserver(() => putAtStarts(rests.current))
    for (const scroller of rests.current.keys()) {
      observer.observe(scroller)
      const content = scroller.querySelector('[data-slot="follow-content"]')
      if (content !== null) observer.observe(content)
    }
    putAtStarts(rests.current)
    const leaveByScroll = ({ target }: Event) => {
      const last = target instanceof Element ? rests.current.get(target) : undefined
      if (!(target instanceof Element) || last === undefined) return
      const { scrollTop, scrollHeight, clientHeight } = restOf(target)
      // Otherwise, the change of the layout may have scrolled, and is about to be made up for.
      const isUnchanged = scrollHeight === last.scrollHeight && clientHeight === last.clientHeight
      if (isUnchanged && Math.abs(scrollTop - last.scrollTop) > 1) leave(rests.current, target)
    }
    const leaveByPlace = ({ target }: Event) => {
      // Where the user had read before may also be the start of the answer.
      if (target instanceof Element && Math.abs(beyondStart(target) ?? 0) > 1) leave(rests.current, target)
    }
    const leaveByUse = ({ target }: Event) => {
      for (const scroller of rests.current.keys()) {
        if (target instanceof Node && scroller.contains(target)) leave(rests.current, scroller)
      }
    }
    const end = new AbortController()
    const options = { capture: true, passive: true, signal: end.signal }
    panes.addEventListener('scroll', leaveByScroll, options)
    panes.addEventListener(placeShownEvent, leaveByPlace, options)
    for (const use of uses) panes.addEventListener(use, leaveByUse, options)
    return () => {
      observer.disconnect()
      end.abort()
    }
  }, [room, running, isHeld])
}

function scrollersByKey(panes: HTMLElement): [key: string, scroller: Element][] {
  return [...panes.querySelectorAll<HTMLElement>('[data-slot="pane-slot"]')].flatMap((slot) => {
    const scroller = slot.querySelector('[data-slot="follow-scroll"]')
    return scroller === null ? [] : [[slot.dataset['key'] ?? '', scroller]]
  })
}

function rest(rests: Rests, scroller: Element): void {
  rests.set(scroller, restOf(scroller))
  scroller.setAttribute(restsAttribute, '')
}

function leave(rests: Rests, scroller: Element): void {
  rests.delete(scroller)
  scroller.removeAttribute(restsAttribute)
}

function restOf({ scrollTop, scrollHeight, clientHeight }: Element): Rest {
  return { scrollTop, scrollHeight, clientHeight }
}

/** Measures everything before moving anything, to lay out the page only once. Forgets panes that were removed. */
function putAtStarts(rests: Rests): void {
  for (const scroller of rests.keys()) if (!scroller.isConnected) rests.delete(scroller)
  const moves = [...rests.keys()].flatMap((scroller) => {
    const byPx = beyondStart(scroller)
    return byPx === null ? [] : [{ scroller, top: scroller.scrollTop + byPx }]
  })
  for (const { scroller, top } of moves) {
    scroller.scrollTop = top
    rest(rests, scroller)
  }
}

/** How far, in pixels, the latest exchange is below the top of the messages; null if there is none in view. */
function beyondStart(scroller: Element): number | null {
  const last = scroller.querySelector('[data-slot="exchange"]:last-child')
  if (last === null || scroller.clientHeight === 0) return null
  const paddingPx = Number.parseFloat(getComputedStyle(last.parentElement ?? last).paddingTop)
  return last.getBoundingClientRect().top - scroller.getBoundingClientRect().top - paddingPx
}

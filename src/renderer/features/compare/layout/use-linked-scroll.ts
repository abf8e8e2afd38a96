import { useEffect, type RefObject } from 'react'

import { followedPx, type ScrolledPane } from './turn-scroll'

/** A scroll event later than this after a key or wheel event was not caused by it. */
const causedWithinMs = 600
const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * While `isOn`, the panes in `room` follow the one that the user scrolls, turn by turn. A pane that follows its own
 * streaming answer is left alone, and scrolling that the user did not cause has no followers.
 */
export function useLinkedScroll(room: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const panes = room.current
    if (!isOn || panes === null) return undefined
    let leader: Element | null = null
    let inputAt = -Infinity
    let isPressed = false
    let frame: number | null = null

    const lead = (event: Event) => {
      if (!(event.target instanceof Element)) return
      leader =
        event.target.closest('[data-slot="follow"]')?.querySelector('[data-slot="follow-scroll"]') ?? null
      inputAt = event.timeStamp
      isPressed = event.type === 'pointerdown'
    }
    const release = () => {
      isPressed = false
    }
    const follow = (event: Event) => {
      const isMeant = isPressed || event.timeStamp - inputAt < causedWithinMs
      if (leader === null || event.target !== leader || !isMeant) return
      frame ??= requestAnimationFrame(() => {
        frame = null
        if (leader !== null) align(panes, leader)
      })
    }

    const options = { capture: true, passive: true }
    for (const input of inputs) panes.addEventListener(input, lead, options)
    window.addEventListener('pointerup', release, options)
    panes.addEventListener('scroll', follow, options)
    return () => {
      if (frame !== null) cancelAnimationFrame(frame)
      for (const input of inputs) panes.removeEventListener(input, lead, options)
      window.removeEventListener('pointerup', release, options)
      panes.removeEventListener('scroll', follow, options)
    }
  }, [room, isOn])
}

function align(panes: HTMLElement, leader: Element): void {
  const leading = measured(leader)
  const atPx = leading.mostPx + leader.scrollTop
  const followers = [
    ...panes.querySelectorAll('[data-slot="pane-slot"]:not([data-thumb]) [data-slot="follow-scroll"]'),
  ].filter((scroller) => scroller !== leader && !isFollowingItsAnswer(scroller))
  // Measure everything before moving anything, to lay out the page only once.
  const moves = followers.map((scroller) => {
    const follower = measured(scroller)
    return { scroller, top: followedPx(leading, follower, atPx) - follower.mostPx }
  })
  for (const { scroller, top } of moves) scroller.scrollTop = top
}

function isFollowingItsAnswer(scroller: Element): boolean {
  return scroller.scrollTop > -1 && scroller.querySelector('[aria-busy=true]') !== null
}

function measured(scroller: Element): ScrolledPane {
  const content = scroller.querySelector('[data-slot="follow-content"]')
  const beginsPx = content?.getBoundingClientRect().top ?? 0
  const questions = scroller.querySelectorAll('[data-role=user]')
  return {
    turns: Array.from(questions, (question) => ({
      // Not the buttons, which differ where one pane has more versions.
      key: (question.querySelector('[data-slot="user-words"]') ?? question).textContent,
      topPx: question.getBoundingClientRect().top - beginsPx,
    })),
    mostPx: scroller.scrollHeight - scroller.clientHeight,
  }
}

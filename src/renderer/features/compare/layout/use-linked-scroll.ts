import { useEffect, type RefObject } from 'react'

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

/** A question in a pane and its offset in pixels from the start of the content. */
interface QuestionOffset {
  /** Equal in each pane for the same question. */
  key: string
  topPx: number
}

/** The content of a pane, and how far it can scroll. */
export interface ScrolledPane {
  /** In order; empty when nothing was asked. */
  turns: readonly QuestionOffset[]
  /** The maximum scroll offset; 0 when everything is in view. */
  mostPx: number
}

/**
 * The offset for `follower`, in pixels from its start, when `leader` is at `atPx`: equally far into the same turn, so
 * that long and short answers to one question start and end together. Without a common turn, equally far into the whole.
 */
export function followedPx(leader: ScrolledPane, follower: ScrolledPane, atPx: number): number {
  const shared = sharedTurns(leader.turns, follower.turns)
  // The parts before the first and after the last shared turn are handled like the others.
  const stretches = [{ own: 0, other: 0 }, ...shared, { own: leader.mostPx, other: follower.mostPx }]
  const capped = stretches.map(({ own, other }) => ({
    own: Math.min(own, leader.mostPx),
    other: Math.min(other, follower.mostPx),
  }))
  const next = capped.findIndex(({ own }) => own > atPx)
  if (next === -1) return follower.mostPx
  const from = capped[next - 1] ?? { own: 0, other: 0 }
  const to = capped[next] ?? from
  const share = (atPx - from.own) / Math.max(1, to.own - from.own)
  return from.other + Math.max(0, Math.min(1, share)) * (to.other - from.other)
}

/** The turns that both panes have, in order; a question that only one was asked is skipped. */
function sharedTurns(
  own: readonly QuestionOffset[],
  other: readonly QuestionOffset[],
): { own: number; other: number }[] {
  const shared: { own: number; other: number }[] = []
  let from = 0
  for (const turn of own) {
    const at = other.findIndex((candidate, index) => index >= from && candidate.key === turn.key)
    const found = other[at]
    if (found === undefined) continue
    shared.push({ own: turn.topPx, other: found.topPx })
    from = at + 1
  }
  return shared
}

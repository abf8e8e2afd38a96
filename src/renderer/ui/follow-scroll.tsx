import { useEffect, useRef, useState, type KeyboardEventHandler, type ReactNode } from 'react'

import { Button } from './button'
import { Icon } from './icon'
import './follow-scroll.css'

/** Farther than this from the end, the way back is offered. */
const awayPx = 96
/** Older content is asked for this long before it is reached. */
const nearStartPx = 900

export interface FollowScrollProps {
  label: string
  /** Jumps to the end whenever this changes. */
  followKey: string | undefined
  /** Changes when older content was added, so that the start is looked at again. */
  startKey: string | undefined
  /** Called when the start comes near; absent when nothing is before it. */
  onNearStart?: (() => void) | undefined
  onKeyDown?: KeyboardEventHandler
  children: ReactNode
}

/**
 * A scrolling column that stays at its end while it grows, and lets go when the user scrolls up. Its origin is the
 * end (`column-reverse`), so that neither following nor content added before the start needs any measuring.
 */
export function FollowScroll(props: FollowScrollProps) {
  const { label, followKey, startKey, onNearStart, onKeyDown, children } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [isAway, setIsAway] = useState(false)
  const jump = () => {
    if (scroller.current !== null) scroller.current.scrollTop = 0
  }

  useEffect(jump, [followKey])

  return (
    <div className="follow">
      <div
        ref={scroller}
        className="follow-scroll"
        role="region"
        aria-label={label}
        tabIndex={0}
        onScroll={() => setIsAway((scroller.current?.scrollTop ?? 0) < -awayPx)}
        onKeyDown={onKeyDown}
      >
        <div className="follow-content">
          {onNearStart !== undefined && <Start key={startKey} onNear={onNearStart} />}
          {children}
        </div>
      </div>
      {isAway && (
        <Button className="follow-jump" onClick={jump}>
          <Icon name="down" /> Jump to newest
        </Button>
      )}
    </div>
  )
}

/** Stands at the start of the content and says when it comes near. */
function Start({ onNear }: { onNear: () => void }) {
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (start.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear()
      },
      { root: start.current.closest('.follow-scroll'), rootMargin: `${nearStartPx}px 0px 0px` },
    )
    observer.observe(start.current)
    return () => observer.disconnect()
  }, [onNear])
  return <div ref={start} className="follow-start" />
}

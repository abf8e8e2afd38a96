import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEventHandler,
  type ReactNode,
} from 'react'

import { t } from '../../language/t'
import { Button } from '../controls/button'
import { Icon } from '../controls/icon'
import { ScrollAnchor } from './scroll-anchor'
import { classNames } from '../class-names'
import styles from './follow-scroll.module.css'

/** Farther than this from the end, a button to jump back appears. */
const awayPx = 96
/** More content is requested this far before its edge. */
const nearPx = 900

export interface FollowScrollProps {
  label: string
  /** Jumps to the end whenever this changes. */
  followKey: unknown
  /** The keys of the rows, in order: another array means other rows. */
  rows: readonly string[]
  /** Called near the start; absent when nothing precedes it. */
  onNearStart?: (() => void) | undefined
  /** Called near the end; absent when nothing follows it. When present, the end is not followed. */
  onNearEnd?: (() => void) | undefined
  /** Jumps to the actual end, which may be beyond the last row. */
  onJump: () => void
  /** A few words about the content at the end, shown on the button. */
  jumpNote?: string | null
  /** Rows are being replaced: the focused element keeps its position, even at the end. */
  isReplacing?: boolean
  /** Receives whether the end is in view, when that changes. */
  onEndRead?: ((isEndRead: boolean) => void) | undefined
  onKeyDown?: KeyboardEventHandler
  children: ReactNode
}

/**
 * A scrolling column that stays at its end while it grows, until the user scrolls up. Its origin is the end
 * (`column-reverse`), so following needs no measuring; what is read keeps its position when rows are added or removed.
 */
export function FollowScroll(props: FollowScrollProps) {
  const { label, followKey, rows, onNearStart, onNearEnd, onJump, onEndRead, onKeyDown, children } = props
  const { jumpNote = null } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [isAway, setIsAway] = useState(false)
  const jump = () => {
    if (scroller.current !== null) scroller.current.scrollTop = 0
  }
  const look = () => {
    const isNowAway = (scroller.current?.scrollTop ?? 0) < -awayPx
    if (isNowAway === isAway) return
    setIsAway(isNowAway)
    onEndRead?.(!isNowAway)
  }

  useLayoutEffect(jump, [followKey])

  return (
    <div className={styles.follow} data-slot="follow">
      <div
        ref={scroller}
        className={styles.followScroll}
        data-slot="follow-scroll"
        role="region"
        aria-label={label}
        tabIndex={0}
        onScroll={look}
        onKeyDown={onKeyDown}
      >
        <div className={styles.followContent} data-slot="follow-content">
          {onNearStart !== undefined && <Edge key={`start ${rows[0]}`} side="start" onNear={onNearStart} />}
          <ScrollAnchor
            rows={rows}
            followKey={followKey}
            isEndFollowed={onNearEnd === undefined}
            isReplacing={props.isReplacing === true}
            scroller={scroller}
          >
            {children}
          </ScrollAnchor>
          {onNearEnd !== undefined && <Edge key={`end ${rows.at(-1)}`} side="end" onNear={onNearEnd} />}
        </div>
      </div>
      {(isAway || onNearEnd !== undefined) && (
        <Button className={styles.followJump} onClick={onJump}>
          <Icon name="down" /> {t('chat.list.jumpToNewest')}
          {jumpNote !== null && <span className={styles.followJumpNote}>{jumpNote}</span>}
        </Button>
      )}
    </div>
  )
}

/** Marks an edge of the content and reports when it comes near. */
function Edge({ side, onNear }: { side: 'start' | 'end'; onNear: () => void }) {
  const edge = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (edge.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear()
      },
      { root: edge.current.closest('[data-slot="follow-scroll"]'), rootMargin: `${nearPx}px 0px` },
    )
    observer.observe(edge.current)
    return () => observer.disconnect()
  }, [onNear])
  return (
    <div
      ref={edge}
      className={classNames(styles.followEdge, side === 'start' ? styles.followStart : styles.followEnd)}
    />
  )
}

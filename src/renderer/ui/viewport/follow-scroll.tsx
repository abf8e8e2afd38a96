import {
  Component,
  type KeyboardEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import { t } from '../../language/t'
import { Button } from '../controls/button'
import { Icon } from '../controls/icon'
import { StartsAtEndContext } from './measuring'
import { useBeforePrint } from './use-in-view'
import { classNames } from '../class-names'
import { Stack, Text } from '../layout/layout'
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
  /** Nothing new can appear at the end, so there is no button to jump there unless more follows. */
  isComplete?: boolean
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
  const { jumpNote = null, isComplete = false } = props
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
  useBeforePrint()

  return (
    <Stack gap={0} className={styles.follow} data-slot="follow">
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
            <StartsAtEndContext value={true}>{children}</StartsAtEndContext>
          </ScrollAnchor>
          {onNearEnd !== undefined && <Edge key={`end ${rows.at(-1)}`} side="end" onNear={onNearEnd} />}
        </div>
      </div>
      {((isAway && !isComplete) || onNearEnd !== undefined) && (
        <Button className={styles.followJump} onClick={onJump}>
          <Icon name="down" /> {t('chat.list.jumpToNewest')}
          {jumpNote !== null && (
            <Text tone="accent" tabular>
              {jumpNote}
            </Text>
          )}
        </Button>
      )}
    </Stack>
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

/** A visible element, and its distance from the top of the window. */
interface Place {
  element: Element
  top: number
}

interface ScrollAnchorProps {
  rows: readonly string[]
  followKey: unknown
  /** At the end, added rows push up those before them. */
  isEndFollowed: boolean
  /** The focused element keeps its position, even at the end. */
  isReplacing: boolean
  scroller: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Keeps what is read in position while rows before and after it are added and removed. */
class ScrollAnchor extends Component<ScrollAnchorProps> {
  override getSnapshotBeforeUpdate(before: Readonly<ScrollAnchorProps>): Place[] | null {
    const { rows, followKey, isReplacing, scroller } = this.props
    if (rows === before.rows || followKey !== before.followKey || scroller.current === null) return null
    const holdsFocus = isReplacing || before.isReplacing
    const isAtEnd = scroller.current.scrollTop > -1
    if (isAtEnd && before.isEndFollowed && !holdsFocus) return null
    return placesIn(scroller.current, holdsFocus)
  }

  override componentDidUpdate(
    _before: Readonly<ScrollAnchorProps>,
    _state: unknown,
    places: Place[] | null,
  ): void {
    const scroller = this.props.scroller.current
    const kept = places?.find(({ element }) => element.isConnected)
    if (scroller === null || kept === undefined) return
    const movedPx = kept.element.getBoundingClientRect().top - kept.top
    if (Math.abs(movedPx) >= 0.5) scroller.scrollTop += movedPx
  }

  override render(): ReactNode {
    return this.props.children
  }
}

/** Elements to keep in position, best first: the focused one, then the visible messages from the top. */
function placesIn(scroller: HTMLElement, holdsFocus: boolean): Place[] {
  const view = scroller.getBoundingClientRect()
  const focused = document.activeElement
  const hasFocus = holdsFocus && focused !== null && focused !== scroller && scroller.contains(focused)
  const candidates = [...(hasFocus ? [focused] : []), ...scroller.querySelectorAll('[data-message-id]')]
  return candidates
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > view.top && box.top < view.bottom)
    .map(({ element, box }) => ({ element, top: box.top }))
}

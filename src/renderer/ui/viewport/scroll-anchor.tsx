import { Component, type ReactNode, type RefObject } from 'react'

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
export class ScrollAnchor extends Component<ScrollAnchorProps> {
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

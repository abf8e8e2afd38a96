import { Component, type ReactNode, type RefObject } from 'react'

/** Something in view, and how far from the top of the window it was. */
interface Place {
  element: Element
  top: number
}

interface SteadyRowsProps {
  rows: readonly string[]
  followKey: unknown
  /** At the end, what is added there moves what stands before it. */
  isEndFollowed: boolean
  /** What has the focus stays in place, also at the end. */
  isHeld: boolean
  scroller: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Keeps what is read where it is while rows before and after it come and go. */
export class SteadyRows extends Component<SteadyRowsProps> {
  override getSnapshotBeforeUpdate(before: Readonly<SteadyRowsProps>): Place[] | null {
    const { rows, followKey, isHeld, scroller } = this.props
    if (rows === before.rows || followKey !== before.followKey || scroller.current === null) return null
    const holdsFocus = isHeld || before.isHeld
    const isAtEnd = scroller.current.scrollTop > -1
    if (isAtEnd && before.isEndFollowed && !holdsFocus) return null
    return placesIn(scroller.current, holdsFocus)
  }

  override componentDidUpdate(
    _before: Readonly<SteadyRowsProps>,
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

/** What can be kept in place, the best first: what has the focus, then the messages in view from the top. */
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

import { Component, type ReactNode, type RefObject } from 'react'

interface KeptPlacesProps {
  /** Another text means that panes stand elsewhere. */
  arrangement: string
  room: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Keeps the keyboard and what is read where they are while the panes change places or sizes. */
export class KeptPlaces extends Component<KeptPlacesProps> {
  /** Pixels from the beginning of what a pane holds; null at its end, which is followed. */
  readonly #read = new WeakMap<Element, number | null>()

  override getSnapshotBeforeUpdate(before: Readonly<KeptPlacesProps>): Element | null {
    const { arrangement, room } = this.props
    if (arrangement === before.arrangement || room.current === null) return null
    for (const scroller of scrollersIn(room.current)) {
      const { scrollTop } = scroller
      this.#read.set(scroller, scrollTop > -1 ? null : mostPx(scroller) + scrollTop)
    }
    const focused = document.activeElement
    return focused !== null && room.current.contains(focused) ? focused : null
  }

  override componentDidUpdate(
    before: Readonly<KeptPlacesProps>,
    _state: unknown,
    focused: Element | null,
  ): void {
    const { arrangement, room } = this.props
    if (arrangement === before.arrangement || room.current === null) return
    for (const scroller of scrollersIn(room.current)) {
      const readPx = this.#read.get(scroller)
      if (readPx != null) scroller.scrollTop = readPx - mostPx(scroller)
    }
    // An element that is put elsewhere in the document loses the focus.
    const isLost = focused !== null && focused.isConnected && document.activeElement !== focused
    if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }

  override render(): ReactNode {
    return this.props.children
  }
}

/** Those of the panes that are open: a thumb shows no messages. */
function scrollersIn(room: HTMLElement): Element[] {
  return [...room.querySelectorAll('.pane-slot:not(.pane-slot-thumb) .follow-scroll')]
}

function mostPx(scroller: Element): number {
  return scroller.scrollHeight - scroller.clientHeight
}

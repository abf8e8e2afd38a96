import { Component, type ReactNode, type RefObject } from 'react'

interface PaneScrollAnchorProps {
  /** A different string means that panes have moved. */
  arrangement: string
  room: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Keeps scroll positions while panes move or resize. React itself keeps the focus. */
export class PaneScrollAnchor extends Component<PaneScrollAnchorProps> {
  /** Pixels from the top of a pane's content; null for a pane at its end, which keeps following. */
  readonly #read = new WeakMap<Element, number | null>()

  override getSnapshotBeforeUpdate(before: Readonly<PaneScrollAnchorProps>): null {
    const { arrangement, room } = this.props
    if (arrangement === before.arrangement || room.current === null) return null
    for (const scroller of scrollersIn(room.current)) {
      const { scrollTop } = scroller
      this.#read.set(scroller, scrollTop > -1 ? null : mostPx(scroller) + scrollTop)
    }
    return null
  }

  // A scroller that was moved in the document, or was hidden, restarts at its end.
  override componentDidUpdate(before: Readonly<PaneScrollAnchorProps>): void {
    const { arrangement, room } = this.props
    if (arrangement === before.arrangement || room.current === null) return
    for (const scroller of scrollersIn(room.current)) {
      const readPx = this.#read.get(scroller)
      if (readPx != null) scroller.scrollTop = readPx - mostPx(scroller)
    }
  }

  override render(): ReactNode {
    return this.props.children
  }
}

/** The scrollers of the large panes; thumbnails show no messages. */
function scrollersIn(room: HTMLElement): Element[] {
  return [...room.querySelectorAll('[data-slot="pane-slot"]:not([data-thumb]) [data-slot="follow-scroll"]')]
}

function mostPx(scroller: Element): number {
  return scroller.scrollHeight - scroller.clientHeight
}

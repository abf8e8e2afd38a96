import { Component, type ReactNode, type RefObject } from 'react'

interface PaneScrollAnchorProps {
  /** Another text means that panes stand elsewhere. */
  arrangement: string
  room: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Keeps what is read where it is while the panes change places or sizes; React itself keeps the focus. */
export class PaneScrollAnchor extends Component<PaneScrollAnchorProps> {
  /** Pixels from the beginning of what a pane holds; null at its end, which is followed. */
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

  // What is put elsewhere in the document, or was out of sight, begins at its end again.
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

/** Those of the panes that are open: a thumb shows no messages. */
function scrollersIn(room: HTMLElement): Element[] {
  return [...room.querySelectorAll('[data-slot="pane-slot"]:not([data-thumb]) [data-slot="follow-scroll"]')]
}

function mostPx(scroller: Element): number {
  return scroller.scrollHeight - scroller.clientHeight
}

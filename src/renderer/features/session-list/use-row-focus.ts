import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'

import type { EntryKey } from '../../state/session-list/session-entry'
import type { ListLayout } from './session-list-layout'

/** The row element of an entry, where it is drawn. */
export function rowOf(list: HTMLElement | null, key: EntryKey): HTMLElement | null {
  const rows = [...(list?.children ?? [])].filter((row): row is HTMLElement => row instanceof HTMLElement)
  return rows.find((row) => row.dataset['key'] === key) ?? null
}

/** The entry in whose row `target` is. */
export function keyOf(target: EventTarget | null): EntryKey | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
  return (row?.dataset['key'] as EntryKey | undefined) ?? null
}

/** One row takes the Tab key; this moves it, also to a row that is not drawn yet. */
export function useRowFocus(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  layout: ListLayout,
) {
  const [tabStop, setTabStop] = useState<EntryKey | null>(null)
  const wanted = useRef<EntryKey | null>(null)

  const tryFocus = useCallback(() => {
    if (wanted.current === null) return
    const link = rowOf(list.current, wanted.current)?.querySelector<HTMLElement>('[data-slot="session-link"]')
    if (link == null) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }, [list])
  const latest = useRef(layout)
  useLayoutEffect(() => {
    latest.current = layout
    tryFocus()
  })

  const focusRow = useCallback(
    (key: EntryKey) => {
      const item = latest.current.items.find(
        (laidOut) => laidOut.kind === 'entry' && laidOut.entry.key === key,
      )
      if (item !== undefined && scroller.current !== null) reveal(scroller.current, item)
      wanted.current = key
      setTabStop(key)
      tryFocus()
    },
    [scroller, tryFocus],
  )
  return { tabStop, setTabStop, focusRow }
}

/** Scrolls as little as shows the row, with one more of its height on that side. */
function reveal(scroller: HTMLElement, { top, height }: { top: number; height: number }): void {
  const above = top - height
  const below = top + 2 * height
  if (above < scroller.scrollTop) scroller.scrollTop = above
  else if (below > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTop = below - scroller.clientHeight
  }
}

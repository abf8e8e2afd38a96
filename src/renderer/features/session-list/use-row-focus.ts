import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'

import type { EntryKey } from '../../state/session-list/session-entry'

/** The row element of an entry, if it is rendered. */
export function entryElement(list: HTMLElement | null, key: EntryKey): HTMLElement | null {
  const rows = [...(list?.children ?? [])].filter((row): row is HTMLElement => row instanceof HTMLElement)
  return rows.find((row) => row.dataset['key'] === key) ?? null
}

/** The entry whose row contains `target`. */
export function entryKeyAt(target: EventTarget | null): EntryKey | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
  return (row?.dataset['key'] as EntryKey | undefined) ?? null
}

/** Focuses a row, even one that is drawn only after `onShow`, which scrolls it into view. */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  onShow: (key: EntryKey) => void,
): (key: EntryKey) => void {
  const wanted = useRef<EntryKey | null>(null)

  const tryFocus = useCallback(() => {
    if (wanted.current === null) return
    const link = entryElement(list.current, wanted.current)?.querySelector<HTMLElement>(
      '[data-slot="session-link"]',
    )
    if (link == null) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }, [list])
  const show = useRef(onShow)
  useLayoutEffect(() => {
    show.current = onShow
    tryFocus()
  })

  return useCallback(
    (key: EntryKey) => {
      show.current(key)
      wanted.current = key
      tryFocus()
    },
    [tryFocus],
  )
}

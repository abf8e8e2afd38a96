import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Focuses the row from which the user has come back, as soon as it is drawn. `key` is its `data-row`. */
export function useReturnFocus(list: RefObject<HTMLElement | null>, key: string | null): void {
  const pending = useRef(key)
  useLayoutEffect(() => {
    if (pending.current === null) return
    const row = list.current?.querySelector(`[data-row="${CSS.escape(pending.current)}"]`)
    if (row == null) return
    pending.current = null
    row.querySelector('button')?.focus()
  })
}

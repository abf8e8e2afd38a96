import { useLayoutEffect, type RefObject } from 'react'

/** Focuses a part of its popup immediately: the library would do so one frame later, after the next key press. */
export function FirstFocus({ target }: { target: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => target.current?.focus(), [target])
  return null
}

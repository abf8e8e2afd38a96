import { useLayoutEffect, type RefObject } from 'react'

/** Gives the keyboard to a part of the popup that it stands in: the library does so a frame later than the next key. */
export function FirstFocus({ target }: { target: RefObject<HTMLElement | null> }) {
  useLayoutEffect(() => target.current?.focus(), [target])
  return null
}

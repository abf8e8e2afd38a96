import type { MouseEvent } from 'react'

/** For a button whose place another one takes at once: the second half of a double click is meant for neither. */
export function onFirstClick(action: (event: MouseEvent<HTMLButtonElement>) => void) {
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail <= 1) action(event)
  }
}

import { type ReactNode, useEffect } from 'react'

/** Clears the page's busy state once its content is rendered and handles keys. */
export function ReadySignal({ children }: { children: ReactNode }) {
  // An outer effect runs after all inner ones.
  useEffect(() => document.querySelector('#root')?.removeAttribute('aria-busy'), [])
  return children
}

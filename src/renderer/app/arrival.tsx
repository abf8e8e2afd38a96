import { type ReactNode, useEffect } from 'react'

/** Says when what is in the window has been drawn and hears keys: until then the page is busy, for whoever asks it. */
export function Arrival({ children }: { children: ReactNode }) {
  // An outer effect comes after all inner ones.
  useEffect(() => document.querySelector('#root')?.removeAttribute('aria-busy'), [])
  return children
}

import { useStore } from 'zustand'

import { useApp } from '../state/use-app'
import './banner.css'

/** One quiet line while main cannot be reached, or a part of it is broken. */
export function Banner() {
  const { windowLink } = useApp()
  const { connection, health } = useStore(windowLink.store)
  if (connection === 'lost') {
    return (
      <p className="banner" role="status">
        <b>Reconnecting…</b> Parley cannot be reached. What you write is kept here. If Parley has ended, start
        it again: it opens a new window.
      </p>
    )
  }
  if (health !== 'degraded') return null
  return (
    <p className="banner" role="status">
      <b>A part of Parley is not working.</b> What is on the screen can still be copied. Restart Parley if it
      does not recover.
    </p>
  )
}

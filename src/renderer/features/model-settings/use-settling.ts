import { useEffect, useEffectEvent, useState } from 'react'

const settleMs = 400

/** Collects changes and passes them on after a pause, or when the component unmounts. */
export function useSettling<Changes extends object>(
  onSettled: (changes: Changes) => void,
): (changes: Changes) => void {
  const [waiting, setWaiting] = useState<Changes | null>(null)
  const settle = useEffectEvent(() => {
    if (waiting === null) return
    setWaiting(null)
    onSettled(waiting)
  })
  useEffect(() => {
    if (waiting === null) return undefined
    const timer = setTimeout(settle, settleMs)
    return () => clearTimeout(timer)
  }, [waiting])
  useEffect(() => {
    window.addEventListener('pagehide', settle)
    return () => {
      window.removeEventListener('pagehide', settle)
      settle()
    }
  }, [])
  return (changes) => setWaiting((before) => ({ ...before, ...changes }))
}

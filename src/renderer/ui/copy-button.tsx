import { useEffect, useState } from 'react'

import { Button } from './button'

const shownMs = 1_600

/** Copies what `text` gives when pressed, and says so for a moment. */
export function CopyButton({ text, label }: { text: () => string; label: string }) {
  const [said, setSaid] = useState<'Copied' | 'Could not copy' | null>(null)
  useEffect(() => {
    if (said === null) return undefined
    const timer = setTimeout(() => setSaid(null), shownMs)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <Button
      look="quiet"
      className="copy-button"
      aria-label={said ?? label}
      onClick={() => {
        navigator.clipboard.writeText(text()).then(
          () => setSaid('Copied'),
          () => setSaid('Could not copy'),
        )
      }}
    >
      {said ?? 'Copy'}
    </Button>
  )
}

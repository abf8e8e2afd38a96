import { useEffect, useState } from 'react'

import { Button, type ButtonLook } from './button'

const shownMs = 1_600

interface CopyButtonProps {
  text: () => string
  /** Its accessible name. */
  label: string
  look?: ButtonLook
  /** What stands on it, where "Copy" would not say enough. */
  children?: string
}

/** Copies what `text` gives when pressed, and says so for a moment. */
export function CopyButton({ text, label, look = 'quiet', children = 'Copy' }: CopyButtonProps) {
  const [said, setSaid] = useState<'Copied' | 'Could not copy' | null>(null)
  useEffect(() => {
    if (said === null) return undefined
    const timer = setTimeout(() => setSaid(null), shownMs)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <Button
      look={look}
      className="copy-button"
      aria-label={said ?? label}
      onClick={() => {
        navigator.clipboard.writeText(text()).then(
          () => setSaid('Copied'),
          () => setSaid('Could not copy'),
        )
      }}
    >
      {said ?? children}
    </Button>
  )
}

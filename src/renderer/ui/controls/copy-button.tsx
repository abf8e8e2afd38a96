import { useEffect, useState } from 'react'

import { t } from '../../language/t'
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
export function CopyButton({ text, label, look = 'quiet', children = t('common.copy') }: CopyButtonProps) {
  const [said, setSaid] = useState<'copied' | 'couldNotCopy' | null>(null)
  const words = said === null ? null : t(`common.${said}`)
  useEffect(() => {
    if (said === null) return undefined
    const timer = setTimeout(() => setSaid(null), shownMs)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <Button
      look={look}

      aria-label={words ?? label}
      onClick={() => {
        navigator.clipboard.writeText(text()).then(
          () => setSaid('copied'),
          () => setSaid('couldNotCopy'),
        )
      }}
    >
      {words ?? children}
    </Button>
  )
}

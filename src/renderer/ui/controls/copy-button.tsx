import { useEffect, useState } from 'react'

import { t } from '../../language/t'
import { Button, type ButtonVariant } from './button'

const shownMs = 1_600

interface CopyButtonProps {
  text: () => string
  /** Its accessible name. */
  label: string
  variant?: ButtonVariant
  /** The button's text, where "Copy" would be unclear. */
  children?: string
}

/** Copies texts. `words` briefly shows the outcome. */
export function useCopying(): { words: string | null; copy: (text: string) => void } {
  const [said, setSaid] = useState<'copied' | 'couldNotCopy' | null>(null)
  useEffect(() => {
    if (said === null) return undefined
    const timer = setTimeout(() => setSaid(null), shownMs)
    return () => clearTimeout(timer)
  }, [said])
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => setSaid('copied'),
      () => setSaid('couldNotCopy'),
    )
  return { words: said === null ? null : t(`common.${said}`), copy }
}

/** Copies the result of `text` when pressed, and briefly confirms it. */
export function CopyButton({ text, label, variant = 'quiet', children = t('common.copy') }: CopyButtonProps) {
  const { words, copy } = useCopying()
  return (
    <Button variant={variant} aria-label={words ?? label} onClick={() => copy(text())}>
      {words ?? children}
    </Button>
  )
}

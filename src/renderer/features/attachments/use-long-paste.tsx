import { useState, type ReactNode } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { focusComposerAround } from '../../keyboard/focus-targets'
import styles from '../../ui/text/offer-line.module.css'

/** Longer pasted text is offered as a file. */
const longTextChars = 10_000

interface LongPaste {
  text: string
  /** The key of the attached file; null while the text is in the message. */
  key: string | null
}

interface LongPasteOptions {
  text: string
  setText: (text: string) => void
  /** Attaches a file and returns its key. */
  attach: (file: File) => string | undefined
  detach: (key: string) => void
  isAttached: (key: string) => boolean
}

/** Offers to turn long pasted text into a file, and back. */
export function useLongPaste(options: LongPasteOptions): {
  onPasted: (text: string) => void
  offer: ReactNode
} {
  const { text, setText, attach, detach, isAttached } = options
  const [paste, setPaste] = useState<LongPaste | null>(null)
  const onPasted = (pasted: string) => {
    if (pasted.length > longTextChars) setPaste({ text: pasted.replaceAll('\r\n', '\n'), key: null })
  }
  if (paste === null) return { onPasted, offer: null }
  const { key } = paste
  if (key === null) {
    if (!text.includes(paste.text)) return { onPasted, offer: null }
    const toFile = (button: HTMLElement) => {
      const attached = attach(new File([paste.text], t('attachments.paste.fileName'), { type: 'text/plain' }))
      if (attached === undefined) return
      setText(text.replace(paste.text, () => ''))
      setPaste({ ...paste, key: attached })
      focusComposerAround(button)
    }
    return {
      onPasted,
      offer: (
        <p className={styles.pasteOffer}>
          {t('attachments.paste.pasted', { count: paste.text.length })}{' '}
          <Button variant="link" onClick={({ currentTarget }) => toFile(currentTarget)}>
            {t('attachments.paste.asFile')}
          </Button>
        </p>
      ),
    }
  }
  if (!isAttached(key)) return { onPasted, offer: null }
  const toText = (button: HTMLElement) => {
    detach(key)
    setText(text + paste.text)
    setPaste({ ...paste, key: null })
    // A different button takes this one's place, and the next Space must not press it.
    focusComposerAround(button)
  }
  return {
    onPasted,
    offer: (
      <p className={styles.pasteOffer}>
        {t('attachments.paste.isFile')}{' '}
        <Button variant="link" onClick={({ currentTarget }) => toText(currentTarget)}>
          {t('attachments.paste.backToText')}
        </Button>
      </p>
    ),
  }
}

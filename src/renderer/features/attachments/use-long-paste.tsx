import { useState, type ReactNode } from 'react'

import { attachmentLimits } from '../../../shared/sessions/attachments'
import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { focusComposerAround } from '../../keyboard/focus-targets'
import { Hint } from '../../ui/layout/layout'
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
  /** Attaches pasted text that is too long for a message. Returns false if it is too long for a file as well. */
  attachPasted: (text: string) => boolean
  offer: ReactNode
} {
  const { text, setText, attach, detach, isAttached } = options
  const [paste, setPaste] = useState<LongPaste | null>(null)
  const onPasted = (pasted: string) => {
    const isOffered = pasted.length > longTextChars && pasted.length <= attachmentLimits.textChars
    if (isOffered) setPaste({ text: pasted.replaceAll('\r\n', '\n'), key: null })
  }
  const attachText = (pasted: string) =>
    attach(new File([pasted], t('attachments.paste.fileName'), { type: 'text/plain' }))
  const attachPasted = (pasted: string) => {
    if (pasted.length > attachmentLimits.textChars) {
      // Beside the refusal, an offer for an earlier text would seem to be about this one.
      setPaste(null)
      return false
    }
    const key = attachText(pasted)
    if (key !== undefined) setPaste({ text: pasted.replaceAll('\r\n', '\n'), key })
    return key !== undefined
  }
  if (paste === null) return { onPasted, attachPasted, offer: null }
  const { key } = paste
  if (key === null) {
    if (!text.includes(paste.text)) return { onPasted, attachPasted, offer: null }
    const toFile = (button: HTMLElement) => {
      const attached = attachText(paste.text)
      if (attached === undefined) return
      setText(text.replace(paste.text, () => ''))
      setPaste({ ...paste, key: attached })
      focusComposerAround(button)
    }
    return {
      onPasted,
      attachPasted,
      offer: (
        <Hint className={styles.pasteOffer}>
          {t('attachments.paste.pasted', { count: paste.text.length })}{' '}
          <Button variant="link" onClick={({ currentTarget }) => toFile(currentTarget)}>
            {t('attachments.paste.asFile')}
          </Button>
        </Hint>
      ),
    }
  }
  if (!isAttached(key)) return { onPasted, attachPasted, offer: null }
  const toText = (button: HTMLElement) => {
    detach(key)
    setText(text + paste.text)
    setPaste({ ...paste, key: null })
    // A different button takes this one's place, and the next Space must not press it.
    focusComposerAround(button)
  }
  return {
    onPasted,
    attachPasted,
    offer: (
      <Hint className={styles.pasteOffer}>
        {t('attachments.paste.isFile')}{' '}
        <Button variant="link" onClick={({ currentTarget }) => toText(currentTarget)}>
          {t('attachments.paste.backToText')}
        </Button>
      </Hint>
    ),
  }
}

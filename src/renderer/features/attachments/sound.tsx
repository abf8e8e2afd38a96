import { useState } from 'react'

import type { ErrorData } from '../../../shared/errors'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { saveFile } from '../../browser/save-file'
import { errorLine } from '../../errors/error-text'
import { t } from '../../language/t'
import { useApp } from '../../state/app/use-app'
import { useAttempt } from '../../state/app/use-attempt'
import { Button } from '../../ui/controls/button'
import { attachmentFacts } from './attachment-card'
import { useFileUrl } from './use-file-url'
import { Card, Ellipsis, Row } from '../../ui/layout/layout'
import styles from './attachments.module.css'

/** A sound in a message: its name and size, the browser's own player, and a button that saves it. */
export function Sound({ part }: { part: AttachmentPart }) {
  const { save, refusal } = useSaving(part)
  return (
    <Card gap={2} className={styles.sound} role="group" aria-label={part.name}>
      <Row className={styles.soundHead}>
        <Ellipsis size="s" title={part.name}>
          {part.name}
        </Ellipsis>
        <Ellipsis tone="faint" size="xs" tabular className={styles.fileFacts}>
          {refusal === null ? attachmentFacts(part) : <span role="alert">{errorLine(refusal)}</span>}
        </Ellipsis>
        <Button variant="quiet" onClick={save}>
          {t('common.save')}
        </Button>
      </Row>
      <SoundPlayer part={part} />
    </Card>
  )
}

/** The browser's own player, or why there is none. */
export function SoundPlayer({ part }: { part: AttachmentPart }) {
  const { url, isGone } = useFileUrl(part, 'audio')
  const [isUnplayable, setUnplayable] = useState(false)
  if (isGone || isUnplayable) {
    const note = isGone ? t('attachments.notHere') : t('attachments.soundUnplayable')
    return (
      <Ellipsis as="p" tone="faint" size="xs" tabular className={styles.fileFacts}>
        {note}
      </Ellipsis>
    )
  }
  return (
    <audio
      className={styles.soundPlayer}
      aria-label={part.name}
      controls
      preload="metadata"
      src={url ?? undefined}
      onError={() => setUnplayable(true)}
    />
  )
}

/** Saves the file through the browser's download. */
export function useSaving(part: AttachmentPart): { save: () => void; refusal: ErrorData | null } {
  const { attachmentFiles } = useApp()
  const { refusal, attempt } = useAttempt()
  const save = async () => saveFile(part.name, await attachmentFiles.read(part.attachmentId))
  return { save: () => void attempt(save), refusal }
}

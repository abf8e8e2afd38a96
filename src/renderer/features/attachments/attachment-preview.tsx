import { useEffect, useState } from 'react'

import { attachmentKind } from '../../../shared/sessions/attachments'
import type { ErrorData } from '../../../shared/errors'
import { assertNever } from '../../../shared/invariant'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { errorDataOf } from '../../errors/error-data'
import { useApp } from '../../state/app/use-app'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/overlays/dialog'
import { errorLine } from '../../errors/error-text'
import { attachmentFacts } from './attachment-card'
import { SoundPlayer, useSaving } from './sound'
import { useFileUrl } from './use-file-url'
import { DialogFoot, Hint, Stack } from '../../ui/layout/layout'
import styles from './attachments.module.css'

interface AttachmentPreviewProps {
  part: AttachmentPart
  onClose: () => void
}

/** An attachment at the largest size that fits the window: an image, or the text of a text file or PDF. */
export function AttachmentPreview({ part, onClose }: AttachmentPreviewProps) {
  const { save, refusal } = useSaving(part)
  return (
    // Keys pressed here must not reach the message or composer that opened the preview.
    <div role="presentation" onKeyDown={(event) => event.stopPropagation()}>
      <Dialog title={part.name} width="large" isFullHeight onClose={onClose}>
        <Stack gap={0} grow>
          <PreviewContent part={part} />
          <DialogFoot gap={3} justify="start">
            <Hint as="span" grow tabular>
              {refusal === null ? attachmentFacts(part) : <span role="alert">{errorLine(refusal)}</span>}
            </Hint>
            <Button data-first-focus="" onClick={save}>
              {t('common.save')}
            </Button>
          </DialogFoot>
        </Stack>
      </Dialog>
    </div>
  )
}

function PreviewContent({ part }: { part: AttachmentPart }) {
  const kind = attachmentKind(part.mediaType)
  switch (kind) {
    case 'image':
      return <ImagePreview part={part} />
    case 'audio':
      return (
        <div className={styles.previewNote}>
          <SoundPlayer part={part} />
        </div>
      )
    case 'text':
    case 'pdf':
      return <TextPreview part={part} />
    case null:
      return <p className={styles.previewNote}>{t('attachments.preview.fileGone')}</p>
    default:
      return assertNever(kind)
  }
}

function ImagePreview({ part }: { part: AttachmentPart }) {
  const { url, isGone } = useFileUrl(part, 'image')
  if (isGone) {
    return <p className={styles.previewNote}>{t('attachments.preview.imageGone')}</p>
  }
  return <div className={styles.previewImage}>{url !== null && <img src={url} alt={part.name} />}</div>
}

function TextPreview({ part }: { part: AttachmentPart }) {
  const { attachmentFiles } = useApp()
  const [read, setRead] = useState<{ text: string; isCut: boolean } | null>(null)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const { attachmentId } = part
  useEffect(() => {
    let isShown = true
    attachmentFiles.text(attachmentId).then(
      (text) => isShown && setRead(text),
      (error: unknown) => isShown && setRefusal(errorDataOf(error)),
    )
    return () => {
      isShown = false
    }
  }, [attachmentFiles, attachmentId])
  if (refusal !== null) return <p className={styles.previewNote}>{errorLine(refusal)}</p>
  if (read === null) return <p className={styles.previewNote}>{t('common.reading')}</p>
  if (read.text === '') return <p className={styles.previewNote}>{t('attachments.preview.noText')}</p>
  return (
    // A scrollable region must be focusable for keyboard users.
    <pre
      className={styles.previewText}
      tabIndex={0}
      role="group"
      aria-label={t('attachments.preview.says', { name: part.name })}
    >
      {read.text}
      {read.isCut && `\n\n${t('attachments.preview.rest')}`}
    </pre>
  )
}

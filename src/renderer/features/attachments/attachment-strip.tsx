import { useState, useRef } from 'react'

import type { AttachmentPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import type { DraftAttachment } from '../../state/attachments/draft-attachments'
import { errorLine } from '../../errors/error-text'
import { formatBytes } from '../../language/format'
import { AttachmentCard, attachmentMark, FileCard } from './attachment-card'
import { AttachmentPreview } from './attachment-preview'
import { Row } from '../../ui/layout/layout'
import { IconButton } from '../../ui/controls/button'
import { focusComposerAround } from '../../keyboard/focus-targets'
import styles from './attachments.module.css'

interface AttachmentStripProps {
  attachments: readonly DraftAttachment[]
  onRemove: (key: string) => void
}

/** The attachments of a message that is being written. */
export function AttachmentStrip({ attachments, onRemove }: AttachmentStripProps) {
  const [opened, setOpened] = useState<AttachmentPart | null>(null)
  return (
    <>
      <Row
        as="ul"
        align="stretch"
        wrap
        className={styles.fileStrip}
        data-slot="file-strip"
        aria-label={t('common.filesToSend')}
      >
        {attachments.map((attachment) => (
          <li key={attachment.key}>
            {attachment.state === 'ready' ? (
              <AttachmentCard
                part={attachment.part}
                note={attachment.note}
                onOpen={() => setOpened(attachment.part)}
                onRemove={() => onRemove(attachment.key)}
              />
            ) : (
              <UnfinishedCard attachment={attachment} onRemove={() => onRemove(attachment.key)} />
            )}
          </li>
        ))}
      </Row>
      {opened !== null && <AttachmentPreview part={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

interface UnfinishedCardProps {
  attachment: Exclude<DraftAttachment, { state: 'ready' }>
  onRemove: () => void
}

function UnfinishedCard({ attachment, onRemove }: UnfinishedCardProps) {
  const { name, sizeBytes } = attachment
  const mark = attachmentMark(name, '')
  if (attachment.state === 'failed') {
    const message = errorLine(attachment.error)
    return (
      <FileCard
        name={name}
        facts={message}
        mark={mark}
        title={`${name}\n${message}`}
        isFailed
        onRemove={onRemove}
      />
    )
  }
  const progress = sizeBytes === 0 ? 0 : Math.min(1, attachment.sentBytes / sizeBytes)
  return (
    <FileCard
      name={name}
      facts={progress < 1 ? formatBytes(sizeBytes) : t('common.reading')}
      mark={mark}
      progress={progress}
      onRemove={onRemove}
    />
  )
}

interface AttachButtonProps {
  onFiles: (files: File[]) => void
  /** A temporary chat takes no files: says why. */
  onRefused: (() => void) | undefined
}

/** Opens the file picker. */
export function AttachButton({ onFiles, onRefused }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        icon="clip"
        label={t('actions.titles.attachFiles')}
        className={styles.attachButton}
        data-slot="attach-button"
        title={t(onRefused === undefined ? 'attachments.attachHint' : 'chat.temporary.notSaved')}
        aria-disabled={onRefused !== undefined}
        onClick={onRefused ?? (() => input.current?.click())}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Lets the user pick the same file again.
          event.target.value = ''
          focusComposerAround(event.target)
        }}
      />
    </>
  )
}

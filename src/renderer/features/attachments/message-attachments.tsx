import { useState, type CSSProperties } from 'react'

import { attachmentKind } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { AttachmentCard } from './attachment-card'
import { AttachmentPreview } from './attachment-preview'
import { Sound } from './sound'
import { useFileUrl } from './use-file-url'
import { Card, Row, Text } from '../../ui/layout/layout'
import fileListStyles from '../../ui/lists/file-list.module.css'
import styles from './attachments.module.css'

interface MessageAttachmentsProps {
  parts: readonly AttachmentPart[]
  /** `names` shows every file as a card, for narrow places. */
  variant?: 'pictures' | 'names'
}

/** The attachments of a sent message: images as thumbnails, sounds with a player, other files as cards. */
export function MessageAttachments({ parts, variant = 'pictures' }: MessageAttachmentsProps) {
  const [opened, setOpened] = useState<AttachmentPart | null>(null)
  if (parts.length === 0) return null
  return (
    <>
      <Row
        as="ul"
        align="stretch"
        wrap
        pad={0}
        className={fileListStyles.messageFiles}
        data-slot="message-files"
        aria-label={t('attachments.attached')}
      >
        {parts.map((part, index) => (
          // An id alone is not unique: the same file may be attached twice.
          <li key={`${part.attachmentId} ${index}`}>
            <AttachedFile part={part} variant={variant} onOpen={() => setOpened(part)} />
          </li>
        ))}
      </Row>
      {opened !== null && <AttachmentPreview part={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function AttachedFile(props: {
  part: AttachmentPart
  variant: MessageAttachmentsProps['variant']
  onOpen: () => void
}) {
  const { part, variant, onOpen } = props
  const kind = variant === 'names' ? null : attachmentKind(part.mediaType)
  if (kind === 'image') return <Thumbnail part={part} onOpen={onOpen} />
  if (kind === 'audio') return <Sound part={part} />
  return <AttachmentCard part={part} onOpen={onOpen} />
}

function Thumbnail({ part, onOpen }: { part: AttachmentPart; onOpen: () => void }) {
  const { url, isGone } = useFileUrl(part, 'image')
  const { width = 4, height = 3, name } = part
  // Reserves the space before the image has loaded, so that nothing shifts.
  const style = { '--ratio': String(Math.min(3, Math.max(1 / 3, width / height))) } as CSSProperties
  return (
    <Card
      as="button"
      className={styles.thumbnail}
      data-slot="thumbnail"
      style={style}
      title={name}
      aria-label={t('attachments.open', { name })}
      onClick={onOpen}
    >
      {isGone ? (
        <Text pad={2} tone="faint" size="xs" className={styles.thumbnailGone}>
          {t('attachments.namedNotHere', { name })}
        </Text>
      ) : (
        url !== null && <img src={url} alt="" />
      )}
    </Card>
  )
}

import type { AttachmentPart } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import { attachmentFacts, attachmentMark } from './attachment-text'
import { FileCard } from './file-card'
import { useImageUrl } from './use-image-url'

interface AttachmentCardProps {
  part: AttachmentPart
  note?: string | null
  onOpen: () => void
  onRemove?: (() => void) | undefined
}

/** An attachment that main has stored. */
export function AttachmentCard({ part, note = null, onOpen, onRemove }: AttachmentCardProps) {
  const { url, isGone } = useImageUrl(part)
  return (
    <FileCard
      name={part.name}
      facts={isGone ? t('attachments.notHere') : attachmentFacts(part)}
      mark={attachmentMark(part.name, part.mediaType)}
      imageUrl={url}
      title={note === null ? part.name : `${part.name}\n${note}`}
      onOpen={onOpen}
      onRemove={onRemove}
    />
  )
}

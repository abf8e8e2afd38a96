import type { ReactNode } from 'react'

import { attachmentKind } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { focusComposerAround } from '../../keyboard/focus-targets'
import { formatBytes, formatCount } from '../../language/format'
import { t } from '../../language/t'
import { classNames } from '../../ui/class-names'
import { CloseButton } from '../../ui/controls/button'
import { useFileUrl } from './use-file-url'
import { Ellipsis, Row, Stack } from '../../ui/layout/layout'
import styles from './attachments.module.css'

interface AttachmentCardProps {
  part: AttachmentPart
  note?: string | null
  onOpen: () => void
  onRemove?: (() => void) | undefined
}

/** An attachment that main has stored. */
export function AttachmentCard({ part, note = null, onOpen, onRemove }: AttachmentCardProps) {
  const { url, isGone } = useFileUrl(part, 'image')
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

interface FileCardProps {
  name: string
  /** Below the name: file type, progress, or why the file was refused. */
  facts: string
  /** Shown instead of a picture. */
  mark: string
  imageUrl?: string | null
  title?: string | undefined
  isFailed?: boolean
  /** Upload progress from 0 to 1; null if no upload is in progress. */
  progress?: number | null
  onOpen?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

/** One file: a picture or its type, its name, and its state. */
export function FileCard(props: FileCardProps) {
  const { name, facts, mark, imageUrl = null, title = name, isFailed = false, progress = null } = props
  const { onOpen, onRemove } = props
  const face: ReactNode = (
    <>
      <span className={styles.filePicture} aria-hidden="true">
        {imageUrl === null ? mark : <img src={imageUrl} alt="" />}
      </span>
      <Stack as="span" gap={0} grow className={styles.fileWords}>
        <Ellipsis size="s">{name}</Ellipsis>
        <Ellipsis
          tone="faint"
          size="xs"
          tabular
          className={styles.fileFacts}
          role={isFailed ? 'alert' : undefined}
        >
          {facts}
        </Ellipsis>
      </Stack>
    </>
  )
  return (
    <Row gap={0} className={classNames(styles.fileCard, isFailed && styles.fileCardFailed)} title={title}>
      {onOpen === undefined ? (
        <Row grow className={styles.fileFace}>
          {face}
        </Row>
      ) : (
        <Row
          as="button"
          grow
          className={styles.fileFace}
          aria-label={t('attachments.open', { name })}
          onClick={onOpen}
        >
          {face}
        </Row>
      )}
      {onRemove !== undefined && (
        <CloseButton
          className={styles.fileRemove}
          label={t('common.removeNamed', { name })}
          onClick={({ currentTarget }) => {
            // The card disappears; keep the focus in the composer.
            focusComposerAround(currentTarget)
            onRemove()
          }}
        />
      )}
      {progress !== null && (
        <progress
          className={styles.fileProgress}
          aria-label={t('attachments.attaching', { name })}
          value={progress}
          max={1}
        />
      )}
    </Row>
  )
}

/** A short description of a file: `1,024 × 768 · 230 kB`. */
export function attachmentFacts(part: AttachmentPart): string {
  const { width, height, pageCount, sizeBytes } = part
  const shape =
    width !== undefined && height !== undefined
      ? `${formatCount(width)} × ${formatCount(height)}`
      : pageCount !== undefined
        ? t('attachments.pages', { count: pageCount })
        : null
  return [...(shape === null ? [] : [shape]), formatBytes(sizeBytes)].join(' · ')
}

/** A placeholder for a thumbnail: the file's extension, if it has one. */
export function attachmentMark(name: string, mediaType: string): string {
  if (attachmentKind(mediaType) === 'pdf') return 'PDF'
  const ending = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]
  return ending?.toUpperCase() ?? 'TXT'
}

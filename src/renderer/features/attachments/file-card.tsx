import type { ReactNode } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { focusComposerAround } from '../../keyboard/focus-targets'
import { Icon } from '../../ui/controls/icon'
import { classNames } from '../../ui/class-names'
import styles from './attachments.module.css'

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
      <span className={styles.fileWords}>
        <span className={styles.fileName}>{name}</span>
        <span className={styles.fileFacts} role={isFailed ? 'alert' : undefined}>
          {facts}
        </span>
      </span>
    </>
  )
  return (
    <div className={classNames(styles.fileCard, isFailed && styles.fileCardFailed)} title={title}>
      {onOpen === undefined ? (
        <div className={styles.fileFace}>{face}</div>
      ) : (
        <button
          type="button"
          className={styles.fileFace}
          aria-label={t('attachments.open', { name })}
          onClick={onOpen}
        >
          {face}
        </button>
      )}
      {onRemove !== undefined && (
        <Button
          variant="quiet"
          className={styles.fileRemove}
          aria-label={t('attachments.remove', { name })}
          onClick={({ currentTarget }) => {
            // The card disappears; keep the focus in the composer.
            focusComposerAround(currentTarget)
            onRemove()
          }}
        >
          <Icon name="close" />
        </Button>
      )}
      {progress !== null && (
        <progress
          className={styles.fileProgress}
          aria-label={t('attachments.attaching', { name })}
          value={progress}
          max={1}
        />
      )}
    </div>
  )
}

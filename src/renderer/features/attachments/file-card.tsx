import type { ReactNode } from 'react'

import { t } from '../../language/t'
import { Button } from '../../ui/controls/button'
import { focusComposerAround } from '../../keyboard/focus-targets'
import { Icon } from '../../ui/controls/icon'
import './attachments.css'

interface FileCardProps {
  name: string
  /** Under the name: what it is, how far it is, or why it was refused. */
  facts: string
  /** In the place of a picture. */
  mark: string
  imageUrl?: string | null
  title?: string | undefined
  isFailed?: boolean
  /** From 0 to 1 while it is on its way. */
  progress?: number | null
  onOpen?: (() => void) | undefined
  onRemove?: (() => void) | undefined
}

/** One file: its picture or its kind, its name, what there is to say of it. */
export function FileCard(props: FileCardProps) {
  const { name, facts, mark, imageUrl = null, title = name, isFailed = false, progress = null } = props
  const { onOpen, onRemove } = props
  const face: ReactNode = (
    <>
      <span className="file-picture" aria-hidden="true">
        {imageUrl === null ? mark : <img src={imageUrl} alt="" />}
      </span>
      <span className="file-words">
        <span className="file-name">{name}</span>
        <span className="file-facts" role={isFailed ? 'alert' : undefined}>
          {facts}
        </span>
      </span>
    </>
  )
  return (
    <div className={isFailed ? 'file-card file-card-failed' : 'file-card'} title={title}>
      {onOpen === undefined ? (
        <div className="file-face">{face}</div>
      ) : (
        <button
          type="button"
          className="file-face"
          aria-label={t('attachments.open', { name })}
          onClick={onOpen}
        >
          {face}
        </button>
      )}
      {onRemove !== undefined && (
        <Button
          look="quiet"
          className="file-remove"
          aria-label={t('attachments.remove', { name })}
          onClick={({ currentTarget }) => {
            // The card goes: the keyboard stays with the message.
            focusComposerAround(currentTarget)
            onRemove()
          }}
        >
          <Icon name="close" />
        </Button>
      )}
      {progress !== null && (
        <progress
          className="file-progress"
          aria-label={t('attachments.attaching', { name })}
          value={progress}
          max={1}
        />
      )}
    </div>
  )
}

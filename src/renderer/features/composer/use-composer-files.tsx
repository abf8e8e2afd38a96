import type { ClipboardEvent, ClipboardEventHandler, ReactNode } from 'react'
import { useStore } from 'zustand'

import type { ErrorData } from '../../../shared/errors'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { attachmentKind } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { type TransferredFiles, transferredFiles } from '../../ui/fields/transferred-files'
import { failureData } from '../../errors/failure'
import { t } from '../../language/t'
import { noAttachments, readyParts } from '../../state/attachments/draft-attachment'
import { useApp } from '../../state/app/use-app'
import { focusComposer } from '../../keyboard/focus-targets'
import { AttachButton } from '../attachments/attach-button'
import { AttachmentStrip } from '../attachments/attachment-strip'
import { DropOverlay, useWindowDrop } from '../attachments/use-window-drop'
import { useLongPaste } from '../attachments/use-long-paste'
import { Hint } from '../../ui/layout/layout'
import styles from '../../ui/text/offer-line.module.css'

interface ComposerFilesOptions {
  /** The key under which the draft is stored. */
  place: string
  text: string
  setText: (text: string) => void
  /** Accepts files dropped anywhere in the window. */
  isDropTarget: boolean
  /** The models that will be asked; there is a warning if one of them does not accept images. */
  models: readonly (string | null)[]
  /** Called with what cannot be attached or inserted. */
  refuse: (refusal: ErrorData) => void
  /** Present where files cannot be attached: called when the user tries to. */
  onRefused?: () => void
}

interface ComposerFiles {
  /** All attached files, including failed and unfinished ones. */
  count: number
  /** The files that are ready to send. */
  parts: readonly AttachmentPart[]
  /** Shown above the text. */
  strip: ReactNode
  /** Shown at the left end of the toolbar. */
  button: ReactNode
  onPaste: ClipboardEventHandler<HTMLTextAreaElement>
  /** Attaches files, unless that is refused here. */
  add: (files: readonly File[]) => void
}

/** The attachments of an unsent message: picked, pasted or dropped. */
export function useComposerFiles(options: ComposerFilesOptions): ComposerFiles {
  const { place, text, setText, isDropTarget, models, refuse, onRefused } = options
  const { attachments: drafts } = useApp()
  const attachments = useStore(drafts.store, (state) => state.byPlace[place] ?? noAttachments)
  const add = (files: readonly File[]) => {
    onRefused?.()
    return onRefused === undefined ? drafts.add(place, files) : []
  }
  const remove = (key: string) => drafts.remove(place, key)
  const addAll = ({ files, folders: [folder] }: TransferredFiles) => {
    if (files.length > 0) add(files)
    if (folder !== undefined) {
      refuse(failureData('INVALID_INPUT', 'attachment-folder', { field: 'attachments', name: folder }))
    }
  }
  const isOver = useWindowDrop(isDropTarget, (given) => {
    addAll(given)
    focusComposer()
  })
  const longPaste = useLongPaste({
    text,
    setText,
    attach: (file) => add([file])[0],
    detach: remove,
    isAttached: (key) => attachments.some((attachment) => attachment.key === key),
  })
  const blindModel = useBlindModel(models)
  const parts = readyParts(attachments)
  const hasImage = parts.some(({ mediaType }) => attachmentKind(mediaType) === 'image')

  return {
    count: attachments.length,
    parts,
    strip: (
      <>
        {attachments.length > 0 && <AttachmentStrip attachments={attachments} onRemove={remove} />}
        {hasImage && blindModel !== null && (
          <Hint className={styles.pasteOffer}>{t('attachments.blindModel', { model: blindModel })}</Hint>
        )}
        {onRefused === undefined && longPaste.offer}
        {isOver && <DropOverlay />}
      </>
    ),
    button: onRefused === undefined && <AttachButton onFiles={add} />,
    add: (files) => void add(files),
    onPaste: (event) => {
      const given = pastedFiles(event)
      const pasted = event.clipboardData.getData('text/plain')
      const refusal = tooLong(text.length + pasted.length)
      if (given.files.length > 0 || given.folders.length > 0) {
        event.preventDefault()
        addAll(given)
      } else if (refusal === null) longPaste.onPasted(pasted)
      else {
        // A field with so much text would take seconds for each key.
        event.preventDefault()
        if (onRefused !== undefined || !longPaste.attachPasted(pasted)) refuse(refusal)
      }
    },
  }
}

/** Some programs add an image of copied text to the clipboard; then only the text is wanted. */
function pastedFiles({ clipboardData }: ClipboardEvent): TransferredFiles {
  const given = transferredFiles(clipboardData)
  const { files } = given
  const isPictureOfText =
    clipboardData.getData('text/plain') !== '' && files.every(({ type }) => type.startsWith('image/'))
  return isPictureOfText ? { ...given, files: [] } : given
}

/** Why a text of this length is not inserted; null if it may be sent. */
export function tooLong(chars: number): ErrorData | null {
  const max = wireLimits.messageBytes
  return chars <= max ? null : failureData('INVALID_INPUT', 'text-too-long', { found: chars, max })
}

/** The name of the first model known not to accept images; null if there is none. */
function useBlindModel(ids: readonly (string | null)[]): string | null {
  const { models } = useApp()
  return useStore(
    models,
    (state) =>
      state.models.find(({ id, facts }) => ids.includes(id) && facts?.takesImages === false)?.name ?? null,
  )
}

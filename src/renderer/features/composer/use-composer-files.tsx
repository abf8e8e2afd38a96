import {
  type ClipboardEvent,
  type ClipboardEventHandler,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { createPortal } from 'react-dom'

import type { ErrorData } from '../../../shared/errors'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import { attachmentKind, attachmentLimits } from '../../../shared/sessions/attachments'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { hasFiles, type TransferredFiles, transferredFiles } from '../../ui/fields/use-file-drop'
import { failureData } from '../../errors/failure'
import { t } from '../../language/t'
import { noAttachments, readyParts } from '../../state/attachments/draft-attachments'
import { useApp } from '../../state/app/use-app'
import { focusComposer, focusComposerAround } from '../../keyboard/focus-targets'
import { AttachButton, AttachmentStrip } from '../attachments/attachment-strip'
import { Hint, Row } from '../../ui/layout/layout'
import { Icon } from '../../ui/controls/icon'
import { Button } from '../../ui/controls/button'
import styles from '../../ui/text/offer-line.module.css'
import attachmentsStyles from '../attachments/attachments.module.css'

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
    button: <AttachButton onFiles={add} onRefused={onRefused} />,
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
    models.store,
    (state) =>
      state.models.find(({ id, facts }) => ids.includes(id) && facts?.takesImages === false)?.name ?? null,
  )
}

/** Accepts files dropped anywhere in the window, except while a dialog is open. Returns whether some are over it. */
function useWindowDrop(isWanted: boolean, onFiles: (given: TransferredFiles) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    if (!isWanted) return undefined
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      const isTaken = event.defaultPrevented
      event.preventDefault()
      const isMeant = isMeantHere()
      if (event.dataTransfer !== null && !isTaken) event.dataTransfer.dropEffect = isMeant ? 'copy' : 'none'
      if (isMeant) setIsOver(true)
    }
    const onLeave = (event: DragEvent) => {
      // Otherwise the drag only moved between elements of the window.
      if (event.relatedTarget === null) setIsOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setIsOver(false)
      if (!hasFiles(event)) return
      // By default, the browser would navigate to the file.
      event.preventDefault()
      if (isMeantHere()) take.current(transferredFiles(event.dataTransfer))
    }
    window.addEventListener('dragover', onOver)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [isWanted])
  return isOver
}

function isMeantHere(): boolean {
  return document.querySelector('dialog[open]') === null
}

/** Covers the view while files are dragged over the window. */
function DropOverlay() {
  return createPortal(
    <div className={attachmentsStyles.dropOverlay} aria-hidden="true">
      <Row as="p" tone="accent" size="l">
        <Icon name="clip" /> {t('attachments.dropToAttach')}
      </Row>
    </div>,
    document.querySelector('[data-slot="window-main"]') ?? document.body,
  )
}

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
function useLongPaste(options: LongPasteOptions): {
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

import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { type TransferredFiles, transferredFiles } from '../../ui/fields/transferred-files'
import { t } from '../../language/t'
import { Icon } from '../../ui/controls/icon'
import { Row } from '../../ui/layout/layout'
import styles from './attachments.module.css'

/** Accepts files dropped anywhere in the window, except while a dialog is open. Returns whether some are over it. */
export function useWindowDrop(isWanted: boolean, onFiles: (given: TransferredFiles) => void): boolean {
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

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true
}

function isMeantHere(): boolean {
  return document.querySelector('dialog[open]') === null
}

/** Covers the view while files are dragged over the window. */
export function DropOverlay() {
  return createPortal(
    <div className={styles.dropOverlay} aria-hidden="true">
      <Row as="p" tone="accent" size="l">
        <Icon name="clip" /> {t('attachments.dropToAttach')}
      </Row>
    </div>,
    document.querySelector('[data-slot="window-main"]') ?? document.body,
  )
}

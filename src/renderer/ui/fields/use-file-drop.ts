import { useState, type DragEvent } from 'react'

/** Accepts files dropped on an element; by default, the browser would navigate to them. */
export function useFileDrop(onFiles: (files: File[], folders: readonly string[]) => void) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (hasFiles(event)) setIsOver(true)
      },
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      onDragLeave: (event: DragEvent) => {
        // Otherwise the pointer only moved to a child element.
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setIsOver(false)
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false)
        const { files, folders } = transferredFiles(event.dataTransfer)
        if (files.length === 0 && folders.length === 0) return
        event.preventDefault()
        onFiles(files, folders)
      },
    },
  }
}

/** True for a drag of files, in an event of React or the DOM. */
export function hasFiles({ dataTransfer }: Pick<globalThis.DragEvent, 'dataTransfer'> | DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true
}

/** Dropped or pasted files. */
export interface TransferredFiles {
  files: File[]
  /** The names of folders, which a page gets as files that cannot be read. */
  folders: string[]
}

/** The files and folders of a drop or paste. Call this during its event: afterwards, the browser forgets them. */
export function transferredFiles(transfer: DataTransfer | null): TransferredFiles {
  const found: TransferredFiles = { files: [], folders: [] }
  for (const item of transfer?.items ?? []) {
    if (item.kind !== 'file') continue
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry?.isDirectory === true) found.folders.push(entry.name)
    else if (file !== null) found.files.push(file)
  }
  // Some programs, and scripts, provide the files only here.
  if (found.files.length === 0 && found.folders.length === 0) found.files.push(...(transfer?.files ?? []))
  return found
}

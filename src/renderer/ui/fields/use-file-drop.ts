import { useState, type DragEvent } from 'react'

import { transferredFiles } from './transferred-files'

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

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files')
}

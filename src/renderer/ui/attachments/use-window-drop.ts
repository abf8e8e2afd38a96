import { useEffect, useRef, useState } from 'react'

/** Takes files that are dropped anywhere in the window, but not while a dialog stands before it. Answers whether some are held over it. */
export function useWindowDrop(isWanted: boolean, onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useRef(onFiles)
  useEffect(() => {
    take.current = onFiles
  })
  useEffect(() => {
    if (!isWanted) return undefined
    const onOver = (event: DragEvent) => {
      if (!isMeant(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
      setIsOver(true)
    }
    const onLeave = (event: DragEvent) => {
      // From one element of the window to another it has not left.
      if (event.relatedTarget === null) setIsOver(false)
    }
    const onDrop = (event: DragEvent) => {
      setIsOver(false)
      if (!isMeant(event)) return
      event.preventDefault()
      take.current([...(event.dataTransfer?.files ?? [])])
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

function isMeant(event: DragEvent): boolean {
  return (
    event.dataTransfer?.types.includes('Files') === true && document.querySelector('dialog[open]') === null
  )
}

import { useEffect, useRef, useState } from 'react'

import { belongsToInputMethod } from '../../keyboard/key-presses'
import styles from './title-field.module.css'

export interface TitleFieldProps {
  title: string
  label: string
  onRename: (title: string) => void
  /** Receives whether a key ended editing, so that the focus can move on. */
  onDone: (isByKey: boolean) => void
}

/** Edits a title in place: Enter and blur save it, Escape does not. */
export function TitleField({ title, label, onRename, onDone }: TitleFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(title)
  const isDone = useRef(false)
  useEffect(() => {
    const input = field.current
    if (input === null) return
    input.focus()
    input.select()
    // The beginning tells a long title from others.
    input.scrollLeft = 0
  }, [])
  const end = (shouldKeep: boolean, isByKey: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const wished = text.trim()
    if (shouldKeep && wished !== '' && wished !== title) onRename(wished)
    onDone(isByKey)
  }
  return (
    <input
      dir="auto"
      ref={field}
      className={styles.titleField}
      aria-label={label}
      maxLength={500}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(true, false)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (belongsToInputMethod(event.nativeEvent)) return
        if (event.key === 'Enter') end(true, true)
        if (event.key === 'Escape') end(false, true)
      }}
    />
  )
}

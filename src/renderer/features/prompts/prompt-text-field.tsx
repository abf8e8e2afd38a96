import { useRef } from 'react'

import { promptPieces } from '../../state/prompts/prompt-text'
import styles from './prompts.module.css'

interface PromptTextFieldProps {
  id: string
  describedBy: string
  text: string
  onChange: (text: string) => void
}

/** A text field that shows where the variables are: the same text lies behind it, with its marks. */
export function PromptTextField({ id, describedBy, text, onChange }: PromptTextFieldProps) {
  const marks = useRef<HTMLDivElement>(null)
  return (
    <div className={styles.promptText}>
      <div ref={marks} className={styles.promptTextMarks} aria-hidden="true">
        {promptPieces(text).map((piece, index) =>
          piece.variable === null ? piece.text : <mark key={index}>{piece.text}</mark>,
        )}
        {/* A line that is empty yet takes room in the field only. */}
        {'\n'}
      </div>
      <textarea
        id={id}
        className={styles.promptTextField}
        aria-describedby={describedBy}
        maxLength={200_000}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onScroll={({ currentTarget }) => {
          if (marks.current !== null) marks.current.scrollTop = currentTarget.scrollTop
        }}
      />
    </div>
  )
}

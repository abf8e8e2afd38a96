import { useEffect } from 'react'

import type { Completion } from './completion'
import styles from './command-list.module.css'

interface CommandListProps {
  id: string
  label: string
  lines: readonly Completion[]
  activeIndex: number
  onPoint: (index: number) => void
  onChoose: (line: Completion) => void
}

/** Completions for text that starts with a slash or an at sign. The focus stays in the text field. */
export function CommandList({ id, label, lines, activeIndex, onPoint, onChoose }: CommandListProps) {
  useEffect(() => {
    document.getElementById(lineId(id, activeIndex))?.scrollIntoView({ block: 'nearest' })
  }, [id, activeIndex])
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.commandList} data-slot="command-list">
      {lines.map((line, index) => (
        <div
          key={line.text}
          id={lineId(id, index)}
          role="option"
          aria-selected={index === activeIndex}
          aria-disabled={line.disabledReason !== null}
          className={styles.commandLine}
          // Keeps the focus in the text field.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => {
            if (index !== activeIndex) onPoint(index)
          }}
          onClick={() => onChoose(line)}
        >
          <span className={styles.commandName}>
            {line.label}
            {line.hint !== null && <span className={styles.commandHint}> {line.hint}</span>}
          </span>
          <span className={styles.commandTitle}>{line.disabledReason ?? line.title}</span>
        </div>
      ))}
    </div>
  )
}

export function lineId(listId: string, index: number): string {
  return `${listId}-${index}`
}

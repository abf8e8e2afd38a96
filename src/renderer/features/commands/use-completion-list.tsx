import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'

import { belongsToInputMethod } from '../../keyboard/input-method'
import { listTarget } from '../../keyboard/list-keys'
import type { Completion, ComposerCompletion } from './completion'
import { Ellipsis } from '../../ui/layout/layout'
import styles from './command-list.module.css'

interface CompletionListOptions {
  text: string
  setText: (text: string) => void
  /** The possible completions and the list's accessible name; null if there are none. */
  offered: { name: string; lines: readonly Completion[] } | null
  /** Called with a line that a key has accepted. Returns whether that did everything; if not, its text is inserted. */
  onAccept: (line: Completion) => boolean
}

interface CompletionList {
  completion: ComposerCompletion | null
  isOpen: boolean
  /** Renders the list; `onChoose` gets the clicked line. Null while there is nothing to choose. */
  show: (onChoose: (line: Completion) => void) => ReactNode
  /** Whether Enter completes the text instead of sending it. */
  completesOnEnter: boolean
  /** Closes the list until the text changes from this one. */
  closeFor: (text: string) => void
}

/** The completion list of a composer, with its keys. */
export function useCompletionList({
  text,
  setText,
  offered,
  onAccept,
}: CompletionListOptions): CompletionList {
  const listId = useId()
  /** The selected line, and the text for which it was selected. */
  const [pointed, setPointed] = useState({ text: '', index: 0 })
  /** The text for which Escape closed the list. */
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const lines = closedFor === text ? [] : (offered?.lines ?? [])
  const isOpen = lines.length > 0
  const active = isOpen && pointed.text === text ? Math.min(pointed.index, lines.length - 1) : 0
  const pointTo = (index: number) => setPointed({ text, index })

  const onKey = (event: KeyboardEvent) => {
    if (belongsToInputMethod(event.nativeEvent)) return false
    const line = lines[active]
    const target = listTarget(event.nativeEvent, active, lines.length, { atEnds: 'go-round' })
    if (target !== null) {
      pointTo(target)
      return true
    }
    switch (event.key) {
      case 'Escape':
        setClosedFor(text)
        return true
      case 'Tab':
      case 'Enter':
        // With nothing left to complete, the key keeps its usual function.
        if (line === undefined || event.shiftKey || line.text === text) return false
        if (!onAccept(line)) setText(line.text)
        return true
      default:
        return false
    }
  }

  return {
    completion: isOpen ? { listId, activeId: lineId(listId, active), onKey } : null,
    isOpen,
    show: (onChoose) =>
      isOpen ? (
        <CommandList
          id={listId}
          label={offered?.name ?? ''}
          lines={lines}
          activeIndex={active}
          onPoint={pointTo}
          onChoose={onChoose}
        />
      ) : null,
    completesOnEnter: isOpen && lines[active]?.text !== text,
    closeFor: setClosedFor,
  }
}

interface CommandListProps {
  id: string
  label: string
  lines: readonly Completion[]
  activeIndex: number
  onPoint: (index: number) => void
  onChoose: (line: Completion) => void
}

/** Completions for text that starts with a slash or an at sign. The focus stays in the text field. */
function CommandList({ id, label, lines, activeIndex, onPoint, onChoose }: CommandListProps) {
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
          <Ellipsis weight="medium" className={styles.commandName}>
            {line.label}
            {line.hint !== null && <span className={styles.commandHint}> {line.hint}</span>}
          </Ellipsis>
          <Ellipsis tone="soft" size="s">
            {line.disabledReason ?? line.title}
          </Ellipsis>
        </div>
      ))}
    </div>
  )
}

function lineId(listId: string, index: number): string {
  return `${listId}-${index}`
}

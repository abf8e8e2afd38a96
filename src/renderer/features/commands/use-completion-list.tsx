import { type ReactNode, useState } from 'react'

import { type Combobox, useCombobox } from '../../ui/lists/use-combobox'
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
  /** Enter completes the text instead of sending it. */
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
  /** The text for which Escape closed the list. */
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const lines = closedFor === text ? [] : (offered?.lines ?? [])
  const isOpen = lines.length > 0
  const list = useCombobox({
    // The texts of lines may have spaces, which ids of elements may not.
    ids: lines.map((_, index) => String(index)),
    query: text,
    onKey(event, id) {
      if (event.key === 'Escape') {
        setClosedFor(text)
        return true
      }
      const line = lines[Number(id)]
      // With nothing left to complete, the key keeps its usual function.
      if (line === undefined || event.shiftKey || line.text === text) return false
      if (event.key !== 'Tab' && event.key !== 'Enter') return false
      if (!onAccept(line)) setText(line.text)
      return true
    },
  })

  return {
    completion: isOpen ? list : null,
    isOpen,
    show: (onChoose) =>
      isOpen ? (
        <CommandList list={list} label={offered?.name ?? ''} lines={lines} onChoose={onChoose} />
      ) : null,
    completesOnEnter: isOpen && lines[Number(list.activeId)]?.text !== text,
    closeFor: setClosedFor,
  }
}

interface CommandListProps {
  list: Combobox
  label: string
  lines: readonly Completion[]
  onChoose: (line: Completion) => void
}

/** Completions for text that starts with a slash or an at sign. The focus stays in the text field. */
function CommandList({ list, label, lines, onChoose }: CommandListProps) {
  return (
    <div
      id={list.listId}
      role="listbox"
      aria-label={label}
      className={styles.commandList}
      data-slot="command-list"
    >
      {lines.map((line, index) => (
        <div
          key={line.text}
          {...list.optionOf(String(index))}
          aria-disabled={line.disabledReason !== null}
          className={styles.commandLine}
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

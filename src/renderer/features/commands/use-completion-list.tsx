import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'

import { belongsToInputMethod } from '../../keyboard/input-method'
import { listTarget } from '../../keyboard/list-keys'
import type { Completion } from './completion'
import { CommandList, lineId } from './command-list'
import type { ComposerCompletion } from './composer-completion'

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

import { useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

import type { SessionId } from '../../../shared/ids'
import { leavesText, newestPlace, stepped, textAt, type HistoryPlace } from './sent-history'
import { useApp } from '../../state/app/use-app'

interface HistoryOptions {
  /** Null for a chat that has not been created yet. */
  sessionId: SessionId | null
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/**
 * Arrow Up in an empty composer recalls sent texts, first of this chat, then of others; Arrow Down goes forward again,
 * and Escape clears it. Returns a key handler that says whether it handled a key.
 */
export function useSentHistory({ sessionId, text, setText, field }: HistoryOptions) {
  const app = useApp()
  const [kept, setKept] = useState<HistoryPlace | null>(null)
  // A recalled text that was edited is a new draft.
  const place = kept !== null && textAt(kept) === text ? kept : null

  const show = (next: HistoryPlace | null) => {
    // The caret must be in position before the next key press.
    flushSync(() => {
      setKept(next)
      setText(next === null ? '' : textAt(next))
    })
    const element = field.current
    element?.setSelectionRange(element.value.length, element.value.length)
  }
  const begin = async () => {
    try {
      const { texts } = await app.environment.api.invoke('sessions.sentTexts', { sessionId })
      const newest = newestPlace(texts)
      // If the user has started typing in the meantime, it is no longer wanted.
      if (newest !== null && field.current?.value === '') show(newest)
    } catch {
      // Without main there is no history; its failure is shown elsewhere.
    }
  }
  return (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget } = event
    if (altKey || ctrlKey || metaKey || shiftKey) return false
    if (key === 'Escape' && place !== null) {
      show(null)
      return true
    }
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false
    if (place === null) {
      if (key === 'ArrowDown' || text !== '') return false
      void begin()
      return true
    }
    const by = key === 'ArrowUp' ? 1 : -1
    const caret = { start: currentTarget.selectionStart, end: currentTarget.selectionEnd }
    if (!leavesText(text, caret, by)) return false
    show(stepped(place, by))
    return true
  }
}

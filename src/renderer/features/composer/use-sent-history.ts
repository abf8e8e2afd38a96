import { useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

import type { SessionId } from '../../../shared/ids'
import { messageText } from '../../../shared/sessions/messages'
import { keyHost } from '../../keyboard/key-host'
import { keysOfPress } from '../../keyboard/keys'
import type { AppState } from '../../state/app/app-state'
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
 * and Escape clears it. The first message of a chat was sent from another field, so undoing that is not left to the
 * browser. Returns a key handler that says whether it handled a key.
 */
export function useSentHistory({ sessionId, text, setText, field }: HistoryOptions) {
  const app = useApp()
  const [kept, setKept] = useState<HistoryPlace | null>(null)
  const [isUnused, setUnused] = useState(true)
  if (isUnused && text !== '') setUnused(false)
  // A recalled text that was edited is a new draft.
  const place = kept !== null && sentText(kept) === text ? kept : null

  const show = (next: HistoryPlace | null) => {
    // The caret must be in position before the next key press.
    flushSync(() => {
      setKept(next)
      setText(next === null ? '' : sentText(next))
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
    if (isUnused && keysOfPress(event.nativeEvent, keyHost) === 'Mod+Z') {
      const sent = onlyQuestion(app, sessionId)
      if (sent !== null) setText(sent)
      return sent !== null
    }
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

/** The text of the question of a chat that has only one. */
function onlyQuestion({ conversations }: AppState, sessionId: SessionId | null): string | null {
  if (sessionId === null) return null
  const { messages, hasMore } = conversations.of(sessionId).store.getState()
  const [question, ...others] = messages.filter(({ role }) => role === 'user')
  return question === undefined || others.length > 0 || hasMore ? null : messageText(question)
}

/** A position in the sent texts, newest first. */
export interface HistoryPlace {
  texts: readonly string[]
  at: number
}

/** The position one text back (`by` 1) or forward (-1); null past the newest, where the field is empty again. */
export function stepped(place: HistoryPlace, by: 1 | -1): HistoryPlace | null {
  const at = Math.min(place.at + by, place.texts.length - 1)
  return at < 0 ? null : { ...place, at }
}

/** The position of the newest text; null when nothing was ever sent. */
export function newestPlace(texts: readonly string[]): HistoryPlace | null {
  return texts.length === 0 ? null : { texts, at: 0 }
}

/** The text at this place of the history. */
export function sentText({ texts, at }: HistoryPlace): string {
  return texts[at] ?? ''
}

/** True if Arrow Up at `caret` leaves the text because no line is above, or Arrow Down (-1) because none is below. */
export function leavesText(text: string, caret: { start: number; end: number }, by: 1 | -1): boolean {
  if (caret.start !== caret.end) return false
  return by === 1 ? !text.slice(0, caret.start).includes('\n') : !text.slice(caret.end).includes('\n')
}

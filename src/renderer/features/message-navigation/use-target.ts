import { useLayoutEffect, useReducer, type RefObject } from 'react'

import { messageOf, type MessageTarget, type ReadingStart } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useConversation } from '../../state/app/use-app'
import { drawWhole } from '../../ui/viewport/measuring'
import {
  headingOf,
  highlightMessage,
  putTopAt,
  messageElement,
  revealBox,
  showBox,
  showTop,
  expandCalls,
  expandReasoning,
  showCall,
} from './message-elements'
import { callsWith, type FoundWords } from '../../state/search/found-words'
import { wordRanges } from './word-ranges'

const marked = 'found-words'
/** Set on a message with highlighted matches, which are easier to see than a frame around the whole message. */
const attribute = 'data-found'
/** A call may be in the list of a group, or of another call. */
const mostUnfolded = 4

/**
 * Highlights the matches in a message and scrolls to them, because a message may be much longer than the view. Returns a
 * function that removes the highlights.
 */
function showWords(row: HTMLElement, { passage, words }: FoundWords, toolCallIds: string[]): () => void {
  let frame: number | null = null
  const show = (unfoldsLeft: number) => {
    frame = null
    const ranges = wordRanges(row, words)
    const [place = ranges[0]] = wordRanges(row, [passage])
    if (place === undefined) {
      if (unfoldsLeft > 0 && (expandCalls(row, toolCallIds) || expandReasoning(row)))
        frame = requestAnimationFrame(() => show(unfoldsLeft - 1))
      // The words are in what the call does not show, such as the name of its tool.
      else showCall(row, toolCallIds)
      return
    }
    CSS.highlights.set(marked, new Highlight(...ranges))
    row.setAttribute(attribute, '')
    const box = place.getBoundingClientRect()
    revealBox(row, box)
  }
  show(mostUnfolded)
  return () => {
    if (frame !== null) cancelAnimationFrame(frame)
    CSS.highlights.delete(marked)
    row.removeAttribute(attribute)
  }
}

/** Scrolls to the requested message in `column`, and to its matches, on each request. */
export function useTarget(conversation: ConversationStore, column: RefObject<HTMLElement | null>): void {
  const target = useConversation(conversation, (state) => state.target)
  const [drawnFor, noteDrawn] = useReducer((_before: MessageTarget | null, now: MessageTarget) => now, null)
  useLayoutEffect(() => {
    if (target === null || column.current === null) return undefined
    const row = messageElement(column.current, target.messageId)
    if (row === null) return undefined
    if (drawnFor !== target && drawWhole(row)) {
      // React draws both before the next frame.
      noteDrawn(target)
      return undefined
    }
    const box = row.getBoundingClientRect()
    if (target.isHighlighted) {
      showBox(row, box)
      highlightMessage(row)
    } else revealBox(row, box)
    const { from, found } = target
    if (from !== undefined) beginAt(row, from)
    if (found === undefined) return undefined
    const parts = messageOf(conversation.store.getState(), target.messageId)?.parts ?? []
    return showWords(row, found, callsWith(parts, found))
  }, [conversation, column, target, drawnFor])
}

function beginAt(row: HTMLElement, from: ReadingStart): void {
  if (from === 'beginning') showTop(row)
  else if ('topPx' in from) putTopAt(row, from.topPx)
  else showTop(headingOf(row, from) ?? row)
}

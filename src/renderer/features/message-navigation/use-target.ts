import { useLayoutEffect, type RefObject } from 'react'

import type { ReadingStart } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useConversation } from '../../state/app/use-app'
import { headingOf } from './headings'
import { isInView, pointOut, putTopAt, rowOf, showBox, showTop } from './point-out'
import { showWords } from './show-words'

/** Scrolls to the requested message in `column`, and to its matches, on each request. */
export function useTarget(conversation: ConversationStore, column: RefObject<HTMLElement | null>): void {
  const target = useConversation(conversation, (state) => state.target)
  useLayoutEffect(() => {
    if (target === null || column.current === null) return undefined
    const row = rowOf(column.current, target.messageId)
    if (row === null) return undefined
    const box = row.getBoundingClientRect()
    if (target.isPointedOut || !isInView(row, box)) showBox(row, box)
    if (target.isPointedOut) pointOut(row)
    const { from } = target
    if (from !== undefined) beginAt(row, from)
    return target.found === undefined ? undefined : showWords(row, target.found)
  }, [column, target])
}

function beginAt(row: HTMLElement, from: ReadingStart): void {
  if (from === 'beginning') showTop(row)
  else if ('topPx' in from) putTopAt(row, from.topPx)
  else showTop(headingOf(row, from) ?? row)
}

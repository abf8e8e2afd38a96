import { useEffect, useState } from 'react'

import type { MessageId } from '../../../../shared/ids'
import { messageText } from '../../../../shared/sessions/messages'
import { messageOf } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'

/** So many characters fill any view. */
const charsAtOnce = 8_000
/** Even a message without text takes some space, and some time to draw. */
const charsOfRow = 200

/**
 * The index of the first message that is drawn: when a chat opens, only its newest messages are in view, so the others
 * follow in the next frames. Nothing moves, because the origin of the column is its end.
 */
export function useRowsDrawn(
  conversation: ConversationStore,
  ids: readonly MessageId[],
  areAllNeeded: boolean,
): number {
  const [first, setFirst] = useState<number | null>(null)
  const opensNow = first === null && ids.length > 0
  const now = areAllNeeded ? 0 : opensNow ? before(conversation, ids, ids.length) : (first ?? 0)
  if (ids.length > 0 && now !== first) setFirst(now)
  useEffect(() => {
    if (now === 0) return undefined
    const frame = requestAnimationFrame(() => setFirst(before(conversation, ids, now)))
    return () => cancelAnimationFrame(frame)
  }, [conversation, ids, now])
  return now
}

/** The index so far before `end` that the messages from there have about `charsAtOnce` characters. */
function before(conversation: ConversationStore, ids: readonly MessageId[], end: number): number {
  const state = conversation.store.getState()
  let chars = 0
  let index = end
  while (index > 0 && chars < charsAtOnce) {
    index -= 1
    const id = ids[index]
    const message = id === undefined ? undefined : messageOf(state, id)
    chars += charsOfRow + (message === undefined ? 0 : messageText(message).length)
  }
  return index
}

import { useEffect, useLayoutEffect, useState } from 'react'

import type { MessageId } from '../../../../shared/ids'
import { messageText } from '../../../../shared/sessions/messages'
import { messageOf } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { FramePace } from '../../../markdown/source/frame-pace'

/** For all chats of the window: the first one is drawn with cold code. 8,000 characters fill any view. */
const pace = new FramePace({ ms: 12, first: 2_500, fewest: 1_000, most: 8_000 })
/** Even a message without text takes some space, and some time to draw. */
const charsOfRow = 200

interface RowsDrawn {
  /** The index of the first message that is drawn. */
  first: number
  /** Draws all of them. React does so before the browser acts on the key or click that is being handled. */
  drawAll: () => void
}

/**
 * Which messages are drawn: when a chat opens, only its newest messages are in view, so the others follow in the next
 * frames. Nothing moves, because the origin of the column is its end.
 */
export function useRowsDrawn(
  conversation: ConversationStore,
  ids: readonly MessageId[],
  areAllNeeded: boolean,
): RowsDrawn {
  const [step, setStep] = useState<Step | null>(null)
  const opensNow = step === null && ids.length > 0
  const now = areAllNeeded ? allDrawn : opensNow ? before(conversation, ids, ids.length) : step
  const first = now?.first ?? 0
  if (ids.length > 0 && first !== step?.first) setStep(now)
  useLayoutEffect(() => {
    if (step !== null) pace.tookSince(step)
  }, [step])
  useEffect(() => {
    if (first === 0) return undefined
    const frame = requestAnimationFrame(() => setStep(before(conversation, ids, first)))
    return () => cancelAnimationFrame(frame)
  }, [conversation, ids, first])
  return { first, drawAll: () => setStep(allDrawn) }
}

/** The messages that one frame adds. */
interface Step {
  /** The index of the first of them. */
  first: number
  chars: number
  startedMs: number
}

const allDrawn: Step = { first: 0, chars: 0, startedMs: 0 }

/** As many messages before `end` as fit a frame. */
function before(conversation: ConversationStore, ids: readonly MessageId[], end: number): Step {
  const startedMs = performance.now()
  const state = conversation.store.getState()
  let chars = 0
  let index = end
  while (index > 0 && chars < pace.chars) {
    index -= 1
    const id = ids[index]
    const message = id === undefined ? undefined : messageOf(state, id)
    chars += charsOfRow + (message === undefined ? 0 : messageText(message).length)
  }
  return { first: index, chars, startedMs }
}

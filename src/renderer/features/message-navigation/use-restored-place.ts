import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

import type { MessageId } from '../../../shared/ids'
import type { ReadingPlace } from '../../../shared/sessions/reading-place'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useApp } from '../../state/app/use-app'
import { restsAttribute } from './message-elements'

/** The place is noted once the view has been still for this long. */
const settleMs = 400

/** Restores the reading position in a session, unless `isElsewhere`: the address names another one; then follows it. */
export function useRestoredPlace(
  conversation: ConversationStore,
  column: RefObject<HTMLElement | null>,
  isElsewhere: boolean,
): void {
  const { environment, readingPlaces } = useApp()
  /** Until then, what is in view is not where the user reads. */
  const isRestored = useRef(isElsewhere)
  useLayoutEffect(() => {
    const scroller = column.current?.closest('[data-slot="follow-scroll"]') ?? null
    if (scroller === null) return undefined
    const note = () => {
      if (!isRestored.current) return
      const { session, hasNewer } = conversation.store.getState()
      if (session === null) return
      const place = placeIn(scroller, hasNewer)
      readingPlaces.note(conversation.sessionId, place, { isPrivate: session.isTemporary === true })
    }
    let cancelNote: (() => void) | null = null
    const noteLater = () => {
      cancelNote?.()
      cancelNote = environment.after(settleMs, note)
    }
    scroller.addEventListener('scroll', noteLater, { passive: true })
    const stopListening = environment.onPageChange({ leaving: note, returned: () => {} })
    return () => {
      scroller.removeEventListener('scroll', noteLater)
      stopListening()
      cancelNote?.()
      note()
    }
  }, [conversation, column, environment, readingPlaces])
  const comeBack = useEffectEvent(async (isGone: () => boolean) => {
    if (isElsewhere) return
    const place = await readingPlaces.of(conversation.sessionId)
    if (isGone()) return
    // If the message is gone, the end is shown.
    if (place !== null) {
      const { messageId, topPx } = place
      await conversation.pages.show(messageId, { isHighlighted: false, mayLeavePath: false, from: { topPx } })
    }
    isRestored.current = true
  })
  // The component is remounted for another session.
  useEffect(() => {
    let isGone = false
    void comeBack(() => isGone)
    return () => {
      isGone = true
    }
  }, [])
}

/** The first visible message and the position of its top; null at the end of the chat, or where nobody has read yet. */
function placeIn(scroller: Element, hasNewer: boolean): ReadingPlace | null {
  if (scroller.hasAttribute(restsAttribute)) return null
  // In a column that grows upwards, this is the end of what is loaded.
  if (scroller.scrollTop > -1 && !hasNewer) return null
  const { top } = scroller.getBoundingClientRect()
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-message-id]')) {
    const box = row.getBoundingClientRect()
    if (box.bottom > top) {
      return { messageId: row.dataset['messageId'] as MessageId, topPx: Math.round(box.top - top) }
    }
  }
  return null
}

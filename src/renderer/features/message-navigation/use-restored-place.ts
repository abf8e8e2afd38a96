import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react'

import type { MessageId } from '../../../shared/ids'
import type { ReadingPlace } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'

/** Restores the reading position in a session, unless `isElsewhere`: the address names another one. */
export function useRestoredPlace(
  conversation: ConversationStore,
  column: RefObject<HTMLElement | null>,
  isElsewhere: boolean,
): void {
  useLayoutEffect(() => {
    const scroller = column.current?.closest('[data-slot="follow-scroll"]') ?? null
    return () => {
      conversation.savedPlace = scroller === null ? null : placeIn(scroller)
    }
  }, [conversation, column])
  const comeBack = useEffectEvent(() => {
    const { savedPlace } = conversation
    if (savedPlace === null || isElsewhere) return
    const { messageId, topPx } = savedPlace
    // If the message is gone, the end is shown.
    void conversation.pages.show(messageId, { isHighlighted: false, mayLeavePath: false, from: { topPx } })
  })
  // The component is remounted for another session.
  useEffect(() => comeBack(), [])
}

/** The first visible message and the position of its top; null at the end. */
function placeIn(scroller: Element): ReadingPlace | null {
  // In a column that grows upwards, this is the end.
  if (scroller.scrollTop > -1) return null
  const { top } = scroller.getBoundingClientRect()
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-message-id]')) {
    const box = row.getBoundingClientRect()
    if (box.bottom > top) return { messageId: row.dataset['messageId'] as MessageId, topPx: box.top - top }
  }
  return null
}

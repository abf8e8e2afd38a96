import { useEffect, useState } from 'react'

import type { ConversationStore } from '../state/conversation-store'
import { paneStatus } from './pane-figures'

interface PaneAnnouncerProps {
  conversation: ConversationStore
  position: number
}

/** Says to a screen reader how the answer of a pane ended. Its beginning is no news: it was just asked for. */
export function PaneAnnouncer({ conversation, position }: PaneAnnouncerProps) {
  const [words, setWords] = useState('')
  useEffect(
    () =>
      conversation.store.subscribe((state, before) => {
        const status = paneStatus(state)
        const isNew = status !== paneStatus(before)
        if (isNew && status === 'Waiting') setWords('')
        const isEnd = status === 'Done' || status === 'Stopped' || status === 'Failed'
        if (isNew && isEnd) setWords(`Pane ${position + 1} ${status.toLowerCase()}`)
      }),
    [conversation, position],
  )
  return (
    <div className="hidden-text" aria-live="polite">
      {words}
    </div>
  )
}

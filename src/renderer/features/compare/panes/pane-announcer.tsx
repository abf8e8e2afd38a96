import type { ParseKeys } from 'i18next'
import { useEffect, useState } from 'react'

import { t } from '../../../language/t'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { paneStatus, type PaneStatus } from './pane-metrics'
import { HiddenText } from '../../../ui/layout/layout'

const saidKeys = {
  Queued: 'compare.pane.isQueued',
  Done: 'compare.pane.isDone',
  Stopped: 'compare.pane.isStopped',
  Failed: 'compare.pane.isFailed',
} as const satisfies Partial<Record<PaneStatus, ParseKeys>>

interface PaneAnnouncerProps {
  conversation: ConversationStore
  /** The letter of the pane. */
  letter: string
}

/**
 * Announces to screen readers how a pane's answer ended. Its start needs no announcement; the user just asked for it.
 */
export function PaneAnnouncer({ conversation, letter }: PaneAnnouncerProps) {
  const [words, setWords] = useState('')
  useEffect(
    () =>
      conversation.store.subscribe((state, before) => {
        const status = paneStatus(state)
        const isNew = status !== paneStatus(before)
        if (!isNew) return
        if (status in saidKeys) setWords(t(saidKeys[status as keyof typeof saidKeys], { letter }))
        else if (status === 'Waiting') {
          const hasCome = state.live?.snapshot.turn !== undefined
          setWords(hasCome ? t('compare.pane.turnHasCome', { letter }) : '')
        }
      }),
    [conversation, letter],
  )
  return (
    <HiddenText as="div" aria-live="polite">
      {words}
    </HiddenText>
  )
}

import { Suspense } from 'react'

import { useConversation } from '../../state/app/use-app'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { lazyModule } from '../../ui/lazy-module'
import styles from '../../ui/text/hidden-text.module.css'

interface CallAnnouncerProps {
  conversation: ConversationStore
  /** Also says how calls end. */
  saysEnds: boolean
}

const announcers = lazyModule(() => import('./call-announcer'))

/**
 * Announces to screen readers each request of a call once, and how calls end. Must be rendered outside the answer. Its
 * regions are always there: only a change of their text is announced.
 */
export function LazyCallAnnouncer({ conversation, saysEnds }: CallAnnouncerProps) {
  const hasCalls = useConversation(
    conversation,
    ({ live }) =>
      live !== null &&
      (live.snapshot.pending.approvals.length > 0 ||
        live.snapshot.message.parts.some(({ type }) => type === 'tool-call')),
  )
  return (
    <>
      <div className={styles.hiddenText} aria-live="polite">
        <Suspense>{hasCalls && <Requests conversation={conversation} />}</Suspense>
      </div>
      <div className={styles.hiddenText} aria-live="polite">
        <Suspense>{hasCalls && saysEnds && <Ends conversation={conversation} />}</Suspense>
      </div>
    </>
  )
}

function Requests(props: Pick<CallAnnouncerProps, 'conversation'>) {
  const { RequestWords } = announcers.useModule()
  return <RequestWords {...props} />
}

function Ends(props: Pick<CallAnnouncerProps, 'conversation'>) {
  const { EndWords } = announcers.useModule()
  return <EndWords {...props} />
}

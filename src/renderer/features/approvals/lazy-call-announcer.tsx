import { useConversation } from '../../state/app/use-app'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { lazyComponent } from '../../ui/lazy-component'
import { HiddenText } from '../../ui/layout/layout'

interface CallAnnouncerProps {
  conversation: ConversationStore
  /** Also says how calls end. */
  saysEnds: boolean
}

const RequestWords = lazyComponent(() => import('./call-announcer'), 'RequestWords')
const EndWords = lazyComponent(() => import('./call-announcer'), 'EndWords')

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
      <HiddenText as="div" aria-live="polite">
        {hasCalls && <RequestWords conversation={conversation} />}
      </HiddenText>
      <HiddenText as="div" aria-live="polite">
        {hasCalls && saysEnds && <EndWords conversation={conversation} />}
      </HiddenText>
    </>
  )
}

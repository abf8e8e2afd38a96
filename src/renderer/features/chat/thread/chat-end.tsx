import { t } from '../../../language/t'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useConversation } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { useBusyReason, showRefusal } from '../../message/rows/thread'
import { focusChatComposer } from '../exchange/last-exchange'
import { classNames } from '../../../ui/class-names'
import { Text } from '../../../ui/layout/layout'
import styles from '../chat.module.css'

/** Below the last message: offers to restore exchanges that were removed here. */
export function ChatEnd({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const busyReason = useBusyReason(conversation)
  const continuations = useConversation(conversation, (state) => state.continuations)
  // The notice above the composer already offers this.
  const isOffered = useConversation(conversation, (state) => state.notice?.kind === 'took-back')
  const [newest] = continuations
  if (newest === undefined || busyReason !== null) return null
  const bringBack = async () => {
    if (await showRefusal(conversation, app.chat.restoreBranch(conversation.sessionId, newest)))
      focusChatComposer()
  }
  return (
    <Text
      as="p"
      tone="faint"
      size="s"
      className={classNames(styles.continuation, isOffered && styles.continuationOffered)}
      data-slot="chat-end"
    >
      {t('chat.end.wasTakenBack', { count: continuations.length })}{' '}
      <Button variant="link" onFirstClick={() => void bringBack()}>
        {t('common.restore')}
      </Button>
    </Text>
  )
}

import { memo } from '../../../language/memo'
import type { MessageId } from '../../../../shared/ids'
import { messageText } from '../../../../shared/sessions/messages'
import { t } from '../../../language/t'
import { messageOf } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useConversation } from '../../../state/app/use-app'
import { CopyButton } from '../../../ui/controls/copy-button'
import { Answer } from '../../message/answer'
import { MessageBoundary } from '../../message/message-boundary'
import { RetryLine } from '../../message/retry-line'
import { UserMessage } from '../../message/user-message'
import { VersionSwitcher } from '../../message/version-switcher'
import styles from '../compare.module.css'

interface PaneMessageProps {
  conversation: ConversationStore
  messageId: MessageId
  onRetry: (() => void) | undefined
}

export const PaneMessage = memo(
  function PaneMessage({ conversation, messageId, onRetry }: PaneMessageProps) {
    const app = useApp()
    const message = useConversation(conversation, (state) => messageOf(state, messageId))
    const hasVersions = useConversation(conversation, (state) => state.versions[messageId] !== undefined)
    if (message === undefined) return null
    const versions = (
      <VersionSwitcher
        conversation={conversation}
        messageId={messageId}
        onRefused={(error) => conversation.setRunError(error)}
      />
    )
    return (
      <MessageBoundary message={message}>
        {message.role === 'user' ? (
          <UserMessage message={message}>{versions}</UserMessage>
        ) : (
          <Answer
            message={message}
            actions={{ onOpenSettings: (section) => app.setSettingsOpen(true, section), onRetry }}
            waiting={<RetryLine conversation={conversation} messageId={messageId} />}
          >
            {(hasVersions || messageText(message) !== '') && (
              <div className={styles.paneMessageActions}>
                {versions}
                {messageText(message) !== '' && (
                  <CopyButton text={() => messageText(message)} label={t('common.copyAnswer')} />
                )}
              </div>
            )}
          </Answer>
        )}
      </MessageBoundary>
    )
  },
  // Only whether it can be retried affects the output, not which function does it.
  (before, after) =>
    before.conversation === after.conversation &&
    before.messageId === after.messageId &&
    (before.onRetry === undefined) === (after.onRetry === undefined),
)

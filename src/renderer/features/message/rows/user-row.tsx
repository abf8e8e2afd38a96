import { critiqueOf, messageText, type Message } from '../../../../shared/sessions/messages'
import { t } from '../../../language/t'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useShortcutKeys } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { CopyButton } from '../../../ui/controls/copy-button'
import { MessageTime } from '../metrics-line'
import { UserMessage, type QuestionLength } from '../user-message'
import { copyMessage } from './copy-message'
import { LazyEditMessage } from './lazy-editing'
import { onMessageKey, showRefusal, type Thread } from './thread'
import { MessageMenu } from './message-menu'
import { useEditing } from './use-editing'
import { VersionSwitcher } from './version-switcher'
import { Row } from '../../../ui/layout/layout'
import styles from '../../../ui/controls/message-actions.module.css'

interface UserRowProps {
  conversation: ConversationStore
  message: Message
  thread: Thread
  /** The message can be taken back. */
  isLastExchange: boolean
  /** How much of it is shown. */
  length?: QuestionLength
}

/** A user message with its actions. */
export function UserRow({ conversation, message, thread, isLastExchange, length }: UserRowProps) {
  const app = useApp()
  const shortcutKeys = useShortcutKeys()
  const { isEditing, edit, onDone, returnTo } = useEditing(message.id)
  if (isEditing) return <LazyEditMessage message={message} thread={thread} onDone={onDone} />
  const addToSet = () =>
    app.dialogs.open({
      kind: 'add-to-set',
      prompt: messageText(message),
      source: { sessionId: conversation.sessionId, messageId: message.id },
    })
  // A round of critique is Parley's own text, and differs between panes.
  const isOwn = critiqueOf(message) === undefined
  return (
    <UserMessage
      message={message}
      length={length}
      onKeyDown={(event) =>
        onMessageKey(event, app.settings.store.getState().settings.shortcuts, {
          messageCopy: () => void copyMessage(conversation, message, 'markdown'),
          ...(isOwn ? { messageEdit: edit, messageAddToSet: addToSet } : {}),
          messageFork: () =>
            void showRefusal(conversation, app.chat.fork(conversation.sessionId, message.id)),
        })
      }
    >
      <VersionSwitcher
        conversation={conversation}
        messageId={message.id}
        onRefused={(error) => conversation.setNotice({ kind: 'refused', error })}
      />
      <Row gap={0} grow={false} className={styles.messageActions} data-slot="message-actions">
        {thread.pane === undefined && <MessageTime at={message.createdAt} />}
        <CopyButton text={() => messageText(message)} label={t('chat.message.copy')} />
        {isOwn && (
          <Button ref={returnTo} variant="quiet" data-slot="edit" onClick={edit}>
            {t('common.edit')}
          </Button>
        )}
        <MessageMenu
          conversation={conversation}
          message={message}
          lastExchange={isLastExchange ? thread.lastExchange : undefined}
          isHidden={thread.pane?.isHidden}
          ownItems={
            isOwn
              ? [
                  { label: t('common.edit'), shortcut: shortcutKeys('messageEdit'), onChoose: edit },
                  {
                    label: t('messages.addToSet'),
                    shortcut: shortcutKeys('messageAddToSet'),
                    onChoose: addToSet,
                  },
                ]
              : []
          }
        />
      </Row>
    </UserMessage>
  )
}

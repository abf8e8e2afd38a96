import type { Message } from '../../../../shared/sessions/messages'
import { t } from '../../../language/t'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useShortcutKeys } from '../../../state/app/use-app'
import { MenuButton, type MenuItem } from '../../../ui/overlays/menu'
import { useBusyReason, showRefusal, type Thread } from './thread'
import { copyMessage } from './copy-message'

interface MessageMenuProps {
  conversation: ConversationStore
  message: Message
  /** Takes it back; absent where it is not the last exchange. */
  lastExchange: Thread['lastExchange']
  /** A chat that continues from here would reveal the hidden contestant. */
  isHidden?: boolean | undefined
  /** Items for this type of message only; they follow Copy. */
  ownItems: readonly MenuItem[]
}

/** All actions for a message. */
export function MessageMenu({ conversation, message, lastExchange, isHidden, ownItems }: MessageMenuProps) {
  const app = useApp()
  const shortcutKeys = useShortcutKeys()
  const { sessionId } = conversation
  const busyReason = useBusyReason(conversation)
  const items: MenuItem[] = [
    {
      label: message.role === 'user' ? t('common.copy') : t('common.copyAsMarkdown'),
      shortcut: shortcutKeys('messageCopy'),
      onChoose: () => void copyMessage(conversation, message, 'markdown'),
    },
    ...ownItems,
    ...(isHidden === true
      ? []
      : [
          {
            label: t('chat.answer.fork'),
            shortcut: shortcutKeys('messageFork'),
            refusal: busyReason,
            onChoose: () => void showRefusal(conversation, app.chat.fork(sessionId, message.id)),
          },
        ]),
    ...(lastExchange !== undefined
      ? [
          {
            label: t('actions.titles.undo'),
            shortcut: shortcutKeys('undo'),
            refusal: busyReason,
            onChoose: lastExchange.undo,
          },
        ]
      : []),
  ]
  const label = message.role === 'user' ? t('chat.message.actions') : t('chat.answer.actions')
  return <MenuButton label={label} items={items} />
}

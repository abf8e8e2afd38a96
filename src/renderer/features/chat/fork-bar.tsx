import { t } from '../../language/t'
import { action } from '../../state/actions/action-list'
import { useApp, useConversation, useTitleWithKeys, useViewActions } from '../../state/app/use-app'
import type { Conversation } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { Button } from '../../ui/controls/button'
import { Row, Text } from '../../ui/layout/layout'
import { busyReasonOf, showRefusal } from '../message/rows/thread'
import { focusChatComposer } from './exchange/last-exchange'
import styles from './chat-notice.module.css'

/** Says that another machine continued the chat, too, and lets the user choose which branch to show. */
export function ForkBar({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const titleWithKeys = useTitleWithKeys()
  const isForked = useConversation(conversation, hasFork)
  const choose = (choice: 'shown' | 'other') => {
    // The notice disappears.
    focusChatComposer()
    void showRefusal(conversation, app.chat.chooseBranch(conversation.sessionId, choice))
  }
  const whyNone = () => (hasFork(conversation.store.getState()) ? null : t('chat.fork.none'))
  useViewActions(() => [
    action('otherBranch', {
      disabledReason: () => whyNone() ?? busyReasonOf(conversation),
      run: () => choose('other'),
    }),
    action('thisBranch', { disabledReason: whyNone, run: () => choose('shown') }),
  ])
  if (!isForked) return null
  const names = [t('actions.titles.otherBranch'), t('actions.titles.thisBranch')] as const
  return (
    <Row
      gap={3}
      grow={false}
      pad={[1, 3]}
      wrap
      size="s"
      className={styles.chatNotice}
      role="status"
      data-slot="fork-bar"
    >
      <Text grow>{t('chat.fork.both')}</Text>
      <Button variant="link" title={titleWithKeys(names[0], 'otherBranch')} onClick={() => choose('other')}>
        {names[0]}
      </Button>
      <Button variant="link" title={titleWithKeys(names[1], 'thisBranch')} onClick={() => choose('shown')}>
        {names[1]}
      </Button>
    </Row>
  )
}

function hasFork({ session }: Conversation): boolean {
  return session?.fork !== undefined
}

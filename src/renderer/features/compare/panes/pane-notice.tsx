import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useConversation } from '../../../state/app/use-app'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { CloseButton } from '../../../ui/controls/button'
import { Row } from '../../../ui/layout/layout'
import styles from '../compare.module.css'

/** Why an action on a message of the pane was refused. */
export function PaneNotice({ conversation }: { conversation: ConversationStore }) {
  const notice = useConversation(conversation, (state) => state.notice)
  if (notice?.kind !== 'refused') return null
  return (
    <Row gap={3} grow={false} pad={[2, 4]} tone="bad" className={styles.error} role="alert">
      <span>{errorLine(notice.error)}</span>
      <CloseButton label={t('common.dismiss')} onClick={() => conversation.setNotice(null)} />
    </Row>
  )
}

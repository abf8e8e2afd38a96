import { errorLine } from '../../../errors/error-text'
import { t } from '../../../language/t'
import { useConversation } from '../../../state/app/use-app'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { CloseButton } from '../../../ui/controls/button'
import styles from '../compare.module.css'

/** Why an action on a message of the pane was refused. */
export function PaneNotice({ conversation }: { conversation: ConversationStore }) {
  const notice = useConversation(conversation, (state) => state.notice)
  if (notice?.kind !== 'refused') return null
  return (
    <div className={styles.error} role="alert">
      <span>{errorLine(notice.error)}</span>
      <CloseButton label={t('common.dismiss')} onClick={() => conversation.setNotice(null)} />
    </div>
  )
}

import { t } from '../../language/t'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useConversation } from '../../state/app/use-app'
import { approvalWords } from './approval-words'
import styles from '../../ui/text/hidden-text.module.css'

/** Announces each pending approval to screen readers once. Must be rendered outside the answer. */
export function ApprovalAnnouncer({ conversation }: { conversation: ConversationStore }) {
  const newest = useConversation(conversation, ({ live }) => live?.snapshot.pending.approvals.at(-1) ?? null)
  return (
    <div className={styles.hiddenText} aria-live="polite">
      {newest === null ? '' : `${t('messages.approval.name')}: ${approvalWords(newest)}`}
    </div>
  )
}

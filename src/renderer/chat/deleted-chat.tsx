import type { ErrorData } from '../../shared/errors'
import { t } from '../language/t'
import type { ConversationStore } from '../state/conversation-store'
import { useApp } from '../state/use-app'
import { Button } from '../ui/button'
import { focusComposer } from './take-back'

/** Whether the error says that the chat itself is not there, and not something in it. */
export function isOfDeletedChat(error: ErrorData | null, { sessionId }: ConversationStore): boolean {
  return error?.code === 'NOT_FOUND' && error.data?.['sessionId'] === sessionId
}

/** The next steps where a chat that is shown was deleted, maybe in another window: it is in the bin then. */
export function DeletedChatSteps({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const restore = async () => {
    if (!(await app.sessionList.restoreSession(conversation.sessionId))) return
    conversation.setRunError(null)
    conversation.recover()
    focusComposer()
  }
  return (
    <>
      <Button look="link" onClick={() => void restore()}>
        {t('chat.deleted.restore')}
      </Button>
      <Button look="link" onClick={app.newChat}>
        {t('common.newChat')}
      </Button>
    </>
  )
}

import { useStore } from 'zustand'

import { t } from '../../../language/t'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp } from '../../../state/app/use-app'
import { isTemporaryView } from '../../../state/navigation/navigation'
import { Button } from '../../../ui/controls/button'
import { focusChatComposer } from '../exchange/last-exchange'

/** Next steps when the open chat is in the trash, perhaps deleted in another window. */
export function DeletedChatSteps({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const isTemporary = useStore(app.navigation, (state) => isTemporaryView(state.view))
  const restore = async () => {
    if (!(await app.sessionList.restoreSession(conversation.sessionId))) return
    conversation.setRunError(null)
    conversation.recover()
    focusChatComposer()
  }
  return (
    <>
      {!isTemporary && (
        <Button variant="link" onClick={() => void restore()}>
          {t('common.restore')}
        </Button>
      )}
      <Button variant="link" onClick={app.newChat}>
        {t('common.newChat')}
      </Button>
    </>
  )
}

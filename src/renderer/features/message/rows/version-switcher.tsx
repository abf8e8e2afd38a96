import type { ErrorData } from '../../../../shared/errors'
import type { MessageId } from '../../../../shared/ids'
import { t } from '../../../language/t'
import { useBusyReason } from './thread'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useConversation } from '../../../state/app/use-app'
import { Stepper } from '../../../ui/controls/stepper'

interface VersionSwitcherProps {
  conversation: ConversationStore
  messageId: MessageId
  onRefused: (error: ErrorData) => void
}

/** Steps through the versions of a message; nothing if there is only one. */
export function VersionSwitcher({ conversation, messageId, onRefused }: VersionSwitcherProps) {
  const app = useApp()
  const versions = useConversation(conversation, (state) => state.versions[messageId])
  const busyReason = useBusyReason(conversation)
  if (versions === undefined) return null
  const show = async (version: MessageId | undefined) => {
    if (version === undefined) return
    const refusal = await app.chat.showVersion(conversation.sessionId, version)
    if (refusal !== null) onRefused(refusal)
  }
  return (
    <Stepper
      label={t('chat.versions.label')}
      at={versions.indexOf(messageId)}
      count={versions.length}
      names={[t('chat.versions.previous'), t('chat.versions.next')]}
      refusal={busyReason}
      onStep={(to) => void show(versions[to])}
    />
  )
}

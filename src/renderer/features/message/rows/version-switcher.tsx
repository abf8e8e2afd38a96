import type { ErrorData } from '../../../../shared/errors'
import type { MessageId } from '../../../../shared/ids'
import { t } from '../../../language/t'
import { useBusyReason } from './thread'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useApp, useConversation } from '../../../state/app/use-app'
import { Button } from '../../../ui/controls/button'
import { Icon, type IconName } from '../../../ui/controls/icon'
import { HiddenText, Text } from '../../../ui/layout/layout'
import styles from './version-switcher.module.css'

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
  if (versions === undefined || versions.length < 2) return null
  const at = versions.indexOf(messageId)
  const show = async (version: MessageId) => {
    const refusal = await app.chat.showVersion(conversation.sessionId, version)
    if (refusal !== null) onRefused(refusal)
  }
  const step = (label: string, icon: IconName, version: MessageId | undefined) => (
    <Button
      variant="quiet"
      aria-label={label}
      // Not `disabled` at either end, which would lose the focus.
      aria-disabled={busyReason !== null || version === undefined}
      title={busyReason ?? label}
      onClick={() => {
        if (busyReason !== null || version === undefined) return
        void show(version)
      }}
    >
      <Icon name={icon} />
    </Button>
  )
  return (
    <Text
      grow={false}
      tone="faint"
      size="xs"
      tabular
      className={styles.versions}
      data-slot="versions"
      role="group"
      aria-label={t('chat.versions.label')}
    >
      {step(t('chat.versions.previous'), 'chevronLeft', versions[at - 1])}
      <span aria-hidden="true">
        {at + 1} / {versions.length}
      </span>
      <HiddenText aria-live="polite">
        {t('common.positionOf', { at: at + 1, total: versions.length })}
      </HiddenText>
      {step(t('chat.versions.next'), 'chevronRight', versions[at + 1])}
    </Text>
  )
}

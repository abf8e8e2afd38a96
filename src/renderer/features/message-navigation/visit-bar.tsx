import { focusComposer } from '../../keyboard/focus-targets'
import { t } from '../../language/t'
import { useConversation } from '../../state/app/use-app'
import { currentVisit } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { Button } from '../../ui/controls/button'
import { Row, Text } from '../../ui/layout/layout'

/** Says that a search hit or a link led to another branch, and leads back. */
export function VisitBar({
  conversation,
  className,
}: {
  conversation: ConversationStore
  className: string | undefined
}) {
  const visit = useConversation(conversation, currentVisit)
  if (visit === null) return null
  const goBack = async () => {
    focusComposer()
    const error = await conversation.pages.endVisit(visit)
    if (error !== null) conversation.setNotice({ kind: 'refused', error })
  }
  return (
    <Row
      gap={3}
      grow={false}
      pad={[1, 3]}
      wrap
      size="s"
      className={className}
      role="status"
      data-slot="visit-bar"
    >
      <Text grow>{t('chat.visit.other')}</Text>
      <Button variant="link" onClick={() => void goBack()}>
        {t('chat.visit.back')}
      </Button>
      <Button
        variant="link"
        onClick={() => {
          focusComposer()
          conversation.pages.stay()
        }}
      >
        {t('chat.visit.stay')}
      </Button>
    </Row>
  )
}

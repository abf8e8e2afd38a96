import { useState } from 'react'
import { useStore } from 'zustand'

import type { CompactionProgress } from '../../../../shared/sessions/compaction'
import { t } from '../../../language/t'
import { useApp } from '../../../state/app/use-app'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { modelName } from '../../../state/models/models'
import { Button } from '../../../ui/controls/button'
import { showRefusal } from '../../message/rows/thread'
import { Row } from '../../../ui/layout/layout'

/** Shows that a model is summarising the older messages, with a button to stop it. */
export function CompactingLine({
  conversation,
  progress,
}: {
  conversation: ConversationStore
  progress: CompactionProgress
}) {
  const app = useApp()
  const models = useStore(app.models.store, (state) => state.models)
  const [isStopping, setIsStopping] = useState(false)
  const stop = async () => {
    setIsStopping(true)
    await showRefusal(conversation, app.chat.stop(conversation.sessionId))
    setIsStopping(false)
  }
  return (
    <Row gap={3} tone="soft" size="s" data-slot="compacting">
      <span role="status">
        {t('chat.compaction.running', {
          count: progress.messageCount,
          model: modelName(models, progress.model),
        })}
      </span>
      <Button variant="link" aria-busy={isStopping} onClick={() => void stop()}>
        {t('common.stop')}
      </Button>
    </Row>
  )
}

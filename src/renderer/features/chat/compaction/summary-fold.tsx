import { useState } from 'react'
import { useStore } from 'zustand'

import type { MessageId } from '../../../../shared/ids'
import type { ChatSummary } from '../../../../shared/sessions/messages'
import { estimatedTokens } from '../../../../shared/text/estimated-tokens'
import { formatCount } from '../../../language/format'
import { t } from '../../../language/t'
import { BoundMarkdown } from '../../../markdown/markdown'
import { useApp } from '../../../state/app/use-app'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { modelName } from '../../../state/models/models'
import { Button } from '../../../ui/controls/button'
import { useBusyReason, showRefusal } from '../../message/rows/thread'
import { Hint, Row, Stack } from '../../../ui/layout/layout'
import { FoldHead } from '../../../ui/controls/fold'
import styles from './compaction.module.css'

/** The summary of the messages above, collapsed, and whether requests contain it instead of them. */
export function SummaryFold({
  conversation,
  messageId,
  summary,
}: {
  conversation: ConversationStore
  messageId: MessageId
  summary: ChatSummary
}) {
  const app = useApp()
  const models = useStore(app.models.store, (state) => state.models)
  const busyReason = useBusyReason(conversation)
  const [isOpen, setIsOpen] = useState(false)
  const { isUsed, text, model, messageCount, coveredTokens } = summary
  const words = t(isUsed ? 'chat.compaction.used' : 'chat.compaction.unused', {
    count: messageCount,
    before: formatCount(coveredTokens),
    after: formatCount(estimatedTokens(text)),
  })
  const turn = () => {
    if (busyReason !== null) return
    void showRefusal(conversation, app.chat.chooseSummary(conversation.sessionId, messageId, !isUsed))
  }
  return (
    <Stack as="section" data-slot="summary" aria-label={t('chat.compaction.summary')}>
      <Row wrap pad={[1, 0]} size="s" className={styles.summaryHead}>
        <FoldHead isOpen={isOpen} onTurn={() => setIsOpen(!isOpen)}>
          {words}
        </FoldHead>
        <Hint as="span" tone="soft">
          {modelName(models, model)}
        </Hint>
        <Button
          variant="link"
          aria-disabled={busyReason !== null}
          title={busyReason ?? t(isUsed ? 'chat.compaction.undoTitle' : 'chat.compaction.redoTitle')}
          onFirstClick={turn}
        >
          {t(isUsed ? 'common.undo' : 'chat.compaction.redo')}
        </Button>
      </Row>
      {isOpen && (
        <div className={styles.text} data-slot="summary-text" dir="auto">
          <BoundMarkdown text={text} isStreaming={false} />
        </div>
      )}
    </Stack>
  )
}

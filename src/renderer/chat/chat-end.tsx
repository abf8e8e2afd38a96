import { useEffect } from 'react'

import { lastQuestionId } from '../state/conversation'
import type { ConversationStore } from '../state/conversation-store'
import { useApp, useConversation } from '../state/use-app'
import { Button } from '../ui/button'
import { shortcutNames } from '../ui/shortcut-names'
import { useBusyReason } from './busy-reason'
import { attempt, focusComposer, retryLast, undoLast } from './take-back'

/** Below the last message: what was taken back from here, and taking back one more. */
export function ChatEnd({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const busyReason = useBusyReason(conversation)
  const hasQuestion = useConversation(conversation, (state) => lastQuestionId(state) !== undefined)
  const continuations = useConversation(conversation, (state) => state.continuations)
  // The bar above the composer offers the same for now.
  const isOffered = useConversation(conversation, (state) => state.notice?.kind === 'took-back')
  const [newest] = continuations
  const hasContinuation = newest !== undefined && busyReason === null
  useEffect(() => {
    // The button that took the last one back is gone with it.
    if (!hasQuestion && document.activeElement === document.body) focusComposer()
  }, [hasQuestion])
  const bringBack = async () => {
    if (newest === undefined) return
    if (await attempt(conversation, app.chat.bringBack(conversation.sessionId, newest))) focusComposer()
  }
  if (!hasQuestion && !hasContinuation) return null
  return (
    <div className="chat-end">
      {hasContinuation && (
        <p className={isOffered ? 'chat-continuation chat-continuation-offered' : 'chat-continuation'}>
          {continuationText(continuations.length)}{' '}
          <Button look="link" onClick={() => void bringBack()}>
            Bring back
          </Button>
        </p>
      )}
      {hasQuestion && (
        <div className="chat-end-actions">
          <Button
            look="quiet"
            aria-disabled={busyReason !== null}
            title={
              busyReason ??
              `Take your last message back, to change and send it again (${shortcutNames.retry})`
            }
            onClick={() => {
              if (busyReason === null) void retryLast(app, conversation)
            }}
          >
            Retry
          </Button>
          <Button
            look="quiet"
            aria-disabled={busyReason !== null}
            title={busyReason ?? `Take the last exchange back (${shortcutNames.undo})`}
            onClick={() => {
              if (busyReason === null) void undoLast(app, conversation)
            }}
          >
            Undo
          </Button>
        </div>
      )}
    </div>
  )
}

function continuationText(versions: number): string {
  return versions === 1
    ? 'What came after this was taken back.'
    : `What came after this, in ${versions} versions, was taken back.`
}

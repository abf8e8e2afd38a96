import { useState, type MouseEvent } from 'react'

import type { ErrorData } from '../../shared/errors'
import { refusalOf } from '../state/chat-actions'
import type { ConversationStore } from '../state/conversation-store'
import { useApp, useConversation, useDraft } from '../state/use-app'
import { Button } from '../ui/button'
import { Composer } from '../ui/composer/composer'
import { SendRefusal } from '../ui/composer/send-refusal'

/** Where a message is written. Send and Stop stand in the same place; a draft leaves it only once it was accepted. */
export function ChatComposer({ conversation }: { conversation: ConversationStore }) {
  const app = useApp()
  const { sessionId } = conversation
  const place = `chat:${sessionId}`
  const [text, setText] = useDraft(place)
  const [refusal, setRefusal] = useState<ErrorData | null>(null)
  const [isSending, setIsSending] = useState(false)
  const [isStopping, setIsStopping] = useState(false)
  const isRunning = useConversation(conversation, (state) => state.isRunning)

  const send = async (whenBusy: 'reject' | 'replace') => {
    if (isSending) return
    setRefusal(null)
    setIsSending(true)
    const refused = refusalOf(text) ?? (await app.chat.send(sessionId, text, whenBusy))
    setIsSending(false)
    if (refused === null) app.drafts.getState().takeSent(place, text)
    else setRefusal(refused)
  }
  const stop = async () => {
    setIsStopping(true)
    setRefusal(await app.chat.stop(sessionId))
    setIsStopping(false)
  }

  return (
    <Composer
      label="Message"
      text={text}
      shouldFocus
      onChange={(changed) => {
        setText(changed)
        setRefusal(null)
      }}
      onSend={() => void send('reject')}
      onEscape={() => {
        if (isRunning) void stop()
      }}
      notice={
        refusal !== null && (
          <SendRefusal refusal={refusal}>
            {refusal.code === 'RUN_ACTIVE' && (
              <Button look="link" onClick={() => void send('replace')}>
                Stop and send
              </Button>
            )}
          </SendRefusal>
        )
      }
      hint={isRunning ? <kbd>Esc stops</kbd> : <kbd>Enter sends</kbd>}
      buttons={
        isRunning ? (
          <Button look="stop" aria-busy={isStopping} onClick={onFirstClick(() => void stop())}>
            Stop
          </Button>
        ) : (
          <Button look="primary" onClick={onFirstClick(() => void send('reject'))}>
            Send
          </Button>
        )
      }
    />
  )
}

/** Send and Stop change places under the pointer: the second half of a double click is meant for neither. */
function onFirstClick(action: () => void) {
  return ({ detail }: MouseEvent) => {
    if (detail <= 1) action()
  }
}

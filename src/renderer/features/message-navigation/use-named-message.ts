import { useEffect, useEffectEvent, useRef } from 'react'

import type { ErrorData } from '../../../shared/errors'
import type { MessageId } from '../../../shared/ids'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import type { FoundWords } from '../../state/search/found-words'
import { useConversation } from '../../state/app/use-app'

/** A message named by the address; a new object for each navigation. */
export interface NamedMessage {
  messageId?: MessageId | undefined
  found?: FoundWords | undefined
}

interface NamedMessageOptions {
  /** Receives the error when it cannot be shown. */
  onRefused: (error: ErrorData) => void
  /** The user went to the end of the chat, so the message is no longer shown. */
  onLeft: () => void
}

/** Scrolls to the message in the address on each navigation, until the user goes to the end. */
export function useNamedMessage(
  conversation: ConversationStore,
  named: NamedMessage,
  options: NamedMessageOptions,
): void {
  const newestCalls = useConversation(conversation, (state) => state.newestCalls)
  const known = useRef(newestCalls)
  const refused = useEffectEvent(options.onRefused)
  const left = useEffectEvent(() => {
    if (named.messageId !== undefined) options.onLeft()
  })
  useEffect(() => {
    const { messageId, found } = named
    if (messageId === undefined) return
    const show = async () => {
      const error = await conversation.pages.show(messageId, {
        isHighlighted: true,
        mayLeavePath: true,
        found,
      })
      if (error !== null) refused(error)
    }
    void show()
  }, [conversation, named])
  useEffect(() => {
    if (known.current === newestCalls) return
    known.current = newestCalls
    left()
  }, [newestCalls])
}

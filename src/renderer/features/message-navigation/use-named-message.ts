import { useEffect, useEffectEvent, useRef } from 'react'

import type { ErrorData } from '../../../shared/errors'
import type { MessageId } from '../../../shared/ids'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import type { FoundWords } from '../../state/search/found-words'
import { useConversation } from '../../state/app/use-app'

/** A message that the address names; a new object each time that it is asked for. */
export interface NamedMessage {
  messageId?: MessageId | undefined
  found?: FoundWords | undefined
}

interface NamedMessageOptions {
  /** Hears why it cannot be shown. */
  onRefused: (error: ErrorData) => void
  /** The end of the chat is asked for: the message is not what is shown any more. */
  onLeft: () => void
}

/** Goes to the message that the address names, each time that it is asked for, until the end is asked for. */
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
        isPointedOut: true,
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

import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'

import type { MessageId } from '../../../shared/ids'
import { type FoundPage, pagesOf } from '../../../shared/pages/answer-pages'
import { messageText } from '../../../shared/sessions/messages'
import { throttle } from '../../browser/throttle'
import { type Conversation, messageOf, shownMessageIds } from '../../state/conversations/conversation'
import type { ConversationStore } from '../../state/conversations/conversation-store'
import { useApp, useConversation } from '../../state/app/use-app'

/** A growing answer is read this often. */
const readMs = 500

/** The pages of an answer, or of a version that is not shown; null until they are known. */
export interface PagesRead {
  pages: readonly FoundPage[]
  /** The answer is still being written. */
  isGrowing: boolean
}

/**
 * Reads the pages of a message. While it grows, those whose code is complete; a page that did not change stays
 * the same object, so that it keeps running.
 */
export function usePages(
  conversation: ConversationStore,
  messageId: MessageId | undefined,
): PagesRead | null {
  const app = useApp()
  const [read, setRead] = useState<(PagesRead & { messageId: MessageId }) | null>(null)
  useEffect(() => {
    if (messageId === undefined) return undefined
    let isGone = false
    let known = ''
    const take = (text: string, isGrowing: boolean) => {
      const key = `${isGrowing ? '+' : '='}${text}`
      if (isGone || key === known) return
      known = key
      const found = pagesOf(text, isGrowing)
      setRead((before) => {
        const former = before?.messageId === messageId ? before.pages : []
        const pages = found.map((page, index) =>
          isSame(page, former[index]) ? (former[index] ?? page) : page,
        )
        return { messageId, pages, isGrowing }
      })
    }
    const look = () => {
      const message = messageOf(conversation.store.getState(), messageId)
      if (message === undefined) return false
      take(messageText(message), message.status === 'streaming')
      return true
    }
    const lookSoon = throttle(app.environment, readMs, look)
    if (!look()) {
      // A version that could not be read shows no page.
      void app.chat.textOf(conversation.sessionId, messageId).then(
        (text) => take(text, false),
        () => take('', false),
      )
    }
    const unsubscribe = conversation.store.subscribe((now, before) => {
      if (messageOf(now, messageId) !== messageOf(before, messageId)) lookSoon.request()
    })
    return () => {
      isGone = true
      lookSoon.cancel()
      unsubscribe()
    }
  }, [app, conversation, messageId])
  return read?.messageId === messageId ? read : null
}

function isSame(page: FoundPage, former: FoundPage | undefined): boolean {
  return former?.kind === page.kind && former.source === page.source && former.block === page.block
}

/**
 * The versions of an answer, and the one that the chat shows. It stays the same place when the answer is regenerated,
 * edited or switched.
 */
export function useVersions(
  conversation: ConversationStore,
  messageId: MessageId,
): { shown: MessageId; versions: readonly MessageId[] } {
  const [parentId] = useState(() => messageOf(conversation.store.getState(), messageId)?.parentId)
  const ids = useConversation(
    conversation,
    useShallow((state: Conversation) => {
      const shown = shownVersion(state, messageId, parentId)
      const versions = state.versions[shown] ?? []
      return [shown, ...(versions.includes(shown) ? versions : [...versions, shown])]
    }),
  )
  const [shown = messageId, ...versions] = ids
  return { shown, versions }
}

function shownVersion(
  state: Conversation,
  messageId: MessageId,
  parentId: MessageId | null | undefined,
): MessageId {
  if (messageOf(state, messageId) !== undefined) return messageId
  const isVersion = (id: MessageId) => {
    const message = messageOf(state, id)
    return message?.role === 'assistant' && message.parentId === parentId
  }
  return shownMessageIds(state).find(isVersion) ?? messageId
}

import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

import type { MessageId } from '../../../shared/ids'
import { hasPage } from '../../../shared/pages/answer-pages'
import type { AnswerPage } from '../../../shared/pages/page'
import { messageText } from '../../../shared/sessions/messages'
import { focusComposer } from '../../keyboard/focus-targets'
import type { ShowPage } from '../../markdown/code/markdown-context'
import { messageOf, shownMessageIds } from '../../state/conversations/conversation'
import { useApp } from '../../state/app/use-app'
import type { ConversationStore } from '../../state/conversations/conversation-store'

/** What the panel was opened for. */
export interface PageSubject {
  messageId: MessageId
  /** What was pressed; without it, the main page of the message is shown. */
  page: AnswerPage | null
  opener: Element | null
}

/** The newest loaded answer that has a page. */
function newestWithPage(conversation: ConversationStore): MessageId | undefined {
  const state = conversation.store.getState()
  return shownMessageIds(state).findLast((id) => {
    const message = messageOf(state, id)
    return message?.role === 'assistant' && hasPage(messageText(message))
  })
}

/** The page beside a chat. Closing it restores the focus. */
export function usePagePanel(conversation: ConversationStore) {
  const app = useApp()
  const [subject, setSubject] = useState<PageSubject | null>(null)
  const show = useCallback<ShowPage>(
    (from, page) => {
      const messageId = from.closest<HTMLElement>('[data-message-id]')?.dataset['messageId']
      if (messageId === undefined) return
      app.navigation.setState({ isOutlineOpen: false })
      setSubject({ messageId: messageId as MessageId, page: page ?? null, opener: from })
    },
    [app],
  )
  return {
    subject,
    show,
    hasPage: () => subject !== null || newestWithPage(conversation) !== undefined,
    close: () => {
      // What the panel covered gets the focus.
      flushSync(() => setSubject(null))
      if (subject?.opener instanceof HTMLElement && subject.opener.isConnected) subject.opener.focus()
      else focusComposer()
    },
    showNewest: () => {
      const messageId = newestWithPage(conversation)
      if (messageId === undefined) return
      app.navigation.setState({ isOutlineOpen: false })
      setSubject({ messageId, page: null, opener: document.activeElement })
    },
  }
}

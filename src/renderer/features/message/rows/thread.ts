import type { KeyboardEvent } from 'react'

import type { ErrorData } from '../../../../shared/errors'
import type { MessageId } from '../../../../shared/ids'
import type { AttachmentPart, Message } from '../../../../shared/sessions/messages'
import type { ElementCommand } from '../../../state/actions/action-catalogue'
import { isCommandKey, type BoundKeys } from '../../../state/actions/bound-keys'
import { t } from '../../../language/t'
import { type Conversation, isAnswerIncomplete } from '../../../state/conversations/conversation'
import type { ConversationStore } from '../../../state/conversations/conversation-store'
import { useConversation } from '../../../state/app/use-app'

/** Changes for answering a message again. */
interface AskedAgain {
  text?: string
  attachments?: readonly AttachmentPart[]
  model?: string
}

/** The actions of a message in the view around it: a chat, or a pane of a comparison. */
export interface Thread {
  /** Answers a message again. Resolves with the refusal, or null once it was accepted. */
  askAgain: (messageId: MessageId, changed?: AskedAgain) => Promise<ErrorData | null>
  /** Continues an answer that ended early. Resolves as `askAgain`. Absent where only questions are shown. */
  continueAnswer?: (messageId: MessageId) => Promise<ErrorData | null>
  /** The place of the focus when the focused message is replaced. */
  focusComposer: () => void
  /** Edits the last question, or takes the last exchange back; only a chat can. */
  lastExchange?: { retry: () => void; undo: () => void }
  /** Present in a pane, which has less room and whose head has the metrics. */
  pane?: PaneThread
}

/** Properties of messages in panes. */
interface PaneThread {
  /** The contestant is hidden, so no action is offered that would reveal or change it. */
  isHidden: boolean
  /** The question of all panes is edited, not that of one. */
  isForAll?: true
  /** The pane's own model. */
  model: string
  /** The number of panes that were asked this question, including this one. */
  panesAsked: (question: Message) => number
  /** Edits the question in all of them. Resolves with the refusal of this pane, or null. */
  askAllAgain: (question: Message, changed: AskedAgain) => Promise<ErrorData | null>
}

/** A command of a message; the keys to the next message belong to the list. */
type MessageCommand = Exclude<Extract<ElementCommand, `message${string}`>, 'messageNext' | 'messagePrevious'>

/** Handles a key on a focused message or its menu button. Enter opens the menu. */
export function onMessageKey(
  event: KeyboardEvent<HTMLElement>,
  bound: BoundKeys,
  actions: Partial<Record<MessageCommand, () => void>>,
): void {
  const { target, currentTarget } = event
  if (!(target instanceof Element)) return
  if (
    target !== currentTarget &&
    !(target.matches('[data-slot="menu-button"]') && currentTarget.contains(target))
  )
    return
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  if (isPlain && target === currentTarget && (event.key === 'Enter' || event.key === 'ContextMenu')) {
    event.preventDefault()
    currentTarget.querySelector<HTMLElement>('[data-slot="menu-button"]')?.click()
    return
  }
  const asked = Object.entries(actions).find(([id]) => isCommandKey(id as MessageCommand, event, bound))
  if (asked === undefined) return
  event.preventDefault()
  asked[1]()
}

/** Why the path cannot be changed now, as text for users; null when it can. */
export function useBusyReason(conversation: ConversationStore): string | null {
  return useConversation(conversation, reasonOf)
}

/** Like `useBusyReason`, outside a component. */
export function busyReasonOf(conversation: ConversationStore): string | null {
  return reasonOf(conversation.store.getState())
}

function reasonOf(conversation: Conversation): string | null {
  // Actions wait for the end of a run whose answer is whole.
  if (isAnswerIncomplete(conversation)) return t('chat.refusal.answering')
  return conversation.compacting === null ? null : t('chat.refusal.compacting')
}

/** Waits for a request about a chat and shows a refusal above the composer. Resolves with whether it succeeded. */
export async function showRefusal(
  conversation: ConversationStore,
  action: Promise<ErrorData | null>,
): Promise<boolean> {
  const error = await action
  if (error !== null) conversation.setNotice({ kind: 'refused', error })
  return error === null
}

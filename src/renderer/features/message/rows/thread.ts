import type { ErrorData } from '../../../../shared/errors'
import type { MessageId } from '../../../../shared/ids'
import type { AttachmentPart, Message } from '../../../../shared/sessions/messages'

/** What is different when a message is answered again. */
export interface AskedAgain {
  text?: string
  attachments?: readonly AttachmentPart[]
  model?: string
}

/** What the actions of a message do in the view around it: a chat, or a pane of a comparison. */
export interface Thread {
  /** Answers a message again. Resolves with the refusal, or null once it was accepted. */
  askAgain: (messageId: MessageId, changed?: AskedAgain) => Promise<ErrorData | null>
  /** Continues an answer that ended early. Resolves as `askAgain`. Absent where only questions are shown. */
  continueAnswer?: (messageId: MessageId) => Promise<ErrorData | null>
  /** Where the focus goes when the focused message is replaced. */
  focusComposer: () => void
  /** Takes the last exchange back; only a chat can. */
  lastExchange?: { retry: () => void; undo: () => void }
  /** Present in a pane, which has less room and whose head has the metrics. */
  pane?: PaneThread
}

/** What only messages in panes have. */
export interface PaneThread {
  /** The contestant is hidden, so no action is offered that would reveal or change it. */
  isHidden: boolean
  /** The question of all panes is edited, not that of one. */
  isForAll?: true
  /** The pane's own model. */
  model: string
  /** How many panes were asked this question, with this one. */
  panesAsked: (question: Message) => number
  /** Edits the question in all of them. Resolves with the refusal of this pane, or null. */
  askAllAgain: (question: Message, changed: AskedAgain) => Promise<ErrorData | null>
}

import type { MessageId, RunId, SessionId } from '../ids'
import type { Metrics, Part, Receipt, TextPart, ToolCallPart, Usage } from './schema'
import type { StopReason } from './stop-reasons'

export type { StopReason }
export type {
  AnswerSource,
  AttachmentPart,
  ErrorPart,
  FormPart,
  KnowledgePart,
  LengthLimit,
  MergedStatement,
  Metrics,
  Part,
  PlanPart,
  ProviderData,
  ReasoningPart,
  Receipt,
  RequestNotice,
  StatementOrigin,
  StatementSource,
  StoppedCall,
  TextPart,
  ToolCallPart,
  ToolMetrics,
  ToolResultPart,
  Usage,
} from './schema'

/** Who wrote a message. */
export const messageRoles = ['user', 'assistant', 'tool', 'system'] as const
export type MessageRole = (typeof messageRoles)[number]
/** The progress of an answer; every other message is `complete`. `partial`: it was stopped. */
export const messageStatuses = ['streaming', 'complete', 'partial', 'failed'] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** A node of a session's message tree. Times are in milliseconds since the epoch. */
export interface Message {
  id: MessageId
  sessionId: SessionId
  parentId: MessageId | null
  role: MessageRole
  parts: Part[]
  status: MessageStatus
  stopReason?: StopReason
  runId?: RunId
  /** `provider/model`: the model that was asked; for a user message, the one it names instead of the chat's. */
  model?: string
  usage?: Usage
  metrics?: Metrics
  receipt?: Receipt
  hidden?: boolean
  /** The contestant is hidden, but the answer names a model of the comparison, or its maker. */
  namesContestant?: true
  /**
   * The contestant is hidden, and the answer is shown only up to the length of the shortest in its round, which was
   * stopped.
   */
  isShortened?: true
  /** A summary of the chat up to and including this message. */
  summary?: ChatSummary
  createdAt: number
}

/** A model's summary of the beginning of a chat, to be sent in its place. */
export interface ChatSummary {
  text: string
  /** `provider/model`: the model that wrote it. */
  model: string
  createdAt: number
  /** When the user last chose whether it is sent. */
  changedAt: number
  /** Requests contain it instead of the messages that it covers. */
  isUsed: boolean
  /** The number of visible messages it covers. */
  messageCount: number
  /** About how many tokens these have. */
  coveredTokens: number
}

/** True if the call was stopped after the user had allowed it, so that it may have taken effect. */
export function hasUnknownOutcome({ state, approval }: Pick<ToolCallPart, 'state' | 'approval'>): boolean {
  return state === 'cancelled' && (approval === 'once' || approval === 'session' || approval === 'always')
}

/** The text of a part where it follows the text of another one: late text begins a paragraph. */
export function textAfterText({ text, isLate }: TextPart): string {
  return isLate === true ? `\n\n${text}` : text
}

/** The visible text of a message: its text parts, joined. */
export function messageText(message: Pick<Message, 'parts'>): string {
  let said = ''
  for (const part of message.parts) {
    if (part.type === 'text') said += said === '' ? part.text : textAfterText(part)
  }
  return said
}

/** The round of critique that this message asks for, if any. */
export function critiqueOf({ parts }: Pick<Message, 'parts'>): TextPart['critique'] {
  return parts.find((part) => part.type === 'text')?.critique
}

/** The text of a question as the user asked it, also if the message asks it again in a round of critique. */
export function askedText(question: Pick<Message, 'parts'>): string {
  return critiqueOf(question)?.question ?? messageText(question)
}

/** True for a merged answer or a copy of one: no other answer has statements. */
export function isMergedAnswer({ parts }: Pick<Message, 'parts'>): boolean {
  return parts.some((part) => part.type === 'text' && part.statements !== undefined)
}

/** The text of a merged answer as ordinary text. */
export function withoutStatements({ type, text, isEdited, isLate }: TextPart): Omit<TextPart, 'statements'> {
  return {
    type,
    text,
    ...(isEdited === true ? { isEdited } : {}),
    ...(isLate === true ? { isLate } : {}),
  }
}

/** True for an answer whose text the user has edited. */
export function isEditedAnswer({ parts }: Pick<Message, 'parts'>): boolean {
  return parts.some((part) => part.type === 'text' && part.isEdited === true)
}

/** True for an edited answer that no model has continued, so that nothing was measured. */
export function isWrittenByUser(message: Pick<Message, 'parts' | 'metrics' | 'status'>): boolean {
  return isEditedAnswer(message) && message.metrics === undefined && message.status !== 'streaming'
}

/** True if nothing of the answer itself has arrived yet. */
export function isAwaited({ parts }: Pick<Message, 'parts'>): boolean {
  return parts.every(({ type }) => type === 'knowledge')
}

/** True if this answer is complete but contains only reasoning. */
export function isEmptyMessage(message: Pick<Message, 'role' | 'parts' | 'status' | 'stopReason'>): boolean {
  if (message.role !== 'assistant' || message.status !== 'complete' || message.stopReason !== 'end')
    return false
  return message.parts.every(
    (part) =>
      part.type === 'reasoning' ||
      part.type === 'knowledge' ||
      (part.type === 'text' && part.text.trim() === ''),
  )
}

/** Characters of text and reasoning in a message, which a receipt reports as kept. */
export function keptChars(message: Pick<Message, 'parts'>): number {
  let count = 0
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'reasoning') count += part.text.length
  }
  return count
}

import type { ApprovalDecision, FileChange, PlanEntry, ToolKind } from '../agents/agents'
import type { ErrorCode } from '../errors'
import type { MessageId, RunId, SessionId } from '../ids'
import type { KnowledgeExcerpt } from '../knowledge/knowledge'
import type { GrowthPoint } from './growth'
import type { StopReason } from './stop-reasons'

export type { StopReason }

/**
 * Data that a provider needs back with a part, such as the signature of its reasoning: JSON by provider family, sent
 * only to the family that created it. It is neither shown nor searched.
 */
export type ProviderData = Record<string, Record<string, unknown>>

/** Text in Markdown. */
export type TextPart = {
  type: 'text'
  text: string
  /** The statements of a merged answer in order, which cover its text. */
  statements?: MergedStatement[]
  /** In an answer: the user has edited the text, so not all of it is the model's. */
  isEdited?: true
  /** The agent sent it after the end of its answer. */
  isLate?: true
}
/** A sentence of an answer on which a merged statement is based, found there by Parley. */
export interface StatementSource {
  messageId: MessageId
  /** The number of the sentence in its answer, starting at 1. */
  sentence: number
  /** The quoted words: `messageText(answer).slice(from, to)`. */
  from: number
  to: number
}
/** A statement of a merged answer, or a point on which its sources contradict each other. */
export interface StatementOrigin {
  kind: 'statement' | 'conflict'
  /** Empty if the merging model added it, or if its quotes could not be found. */
  sources: StatementSource[]
}
/** `text.slice(from, to)` of its part. */
export type MergedStatement = StatementOrigin & { from: number; to: number }
/** What a model thought before it answered. */
export type ReasoningPart = {
  type: 'reasoning'
  /** May be empty: some providers hide their reasoning. */
  text: string
  durationMs?: number
  /** Absent while the part is incomplete: interrupted reasoning is not sent back. */
  providerData?: ProviderData
}
/** A model's or agent's call of a tool. */
export type ToolCallPart = {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  input: unknown
  /** `cancelled`: the run ended before a result arrived; see `hasUnknownOutcome`. */
  state: 'running' | 'done' | 'failed' | 'cancelled'
  title?: string
  kind?: ToolKind
  /** The call that started the sub-agent which made this one. */
  parentToolCallId?: string
  /** Output while it ran; only the end, if there was much of it. */
  output?: string
  isOutputCut?: true
  changes?: FileChange[]
  /** The decision about its approval request. */
  approval?: ApprovalDecision | 'withdrawn'
  /** A stored consent decided; the user was not asked. */
  isApprovalRemembered?: true
  /** The provider ran the tool itself and included the result in its answer. */
  isRunByProvider?: true
  providerData?: ProviderData
}
/** A web source of an answer. */
export interface AnswerSource {
  /** An http or https URL. */
  url: string
  title?: string
}
/** The sources of an answer. Its text may refer to them by number, starting at 1. */
export type SourcesPart = { type: 'sources'; sources: AnswerSource[] }
/**
 * What the model got from the knowledge of its project, numbered from 1 as in the text of the answer. The first part of
 * an answer, and never sent back.
 */
export type KnowledgePart = {
  type: 'knowledge'
  excerpts: KnowledgeExcerpt[]
  /** Not all files had been read. */
  isIncomplete?: true
}
/** The last version of an agent's plan. */
export type PlanPart = { type: 'plan'; entries: PlanEntry[] }
/** The result of a call, in the same message. */
export type ToolResultPart = {
  type: 'tool-result'
  toolCallId: string
  output: unknown
  isError?: boolean
  /** In a comparison: the call was executed once for several panes. */
  isShared?: true
  /** How long the call took, without the time in which it waited for the user. */
  durationMs?: number
}
/** A file of a message, which is stored outside it. */
export type AttachmentPart = {
  type: 'attachment'
  attachmentId: string
  name: string
  mediaType: string
  sizeBytes: number
  /** Pixels, for images. */
  width?: number
  height?: number
  /** Pages, for PDFs. */
  pageCount?: number
  /** In an answer: the call of a tool that returned the file. Models that accept images get it with the result. */
  toolCallId?: string
}
/** A form that a model asked the user to fill in. */
export type FormPart = {
  type: 'form'
  formId: string
  title: string
  schema: Record<string, unknown>
  /** The MCP server that asked; absent if the model did. */
  serverId?: string
  values?: Record<string, unknown>
  /** The run waited for it in vain: the user declined it, or it was withdrawn. */
  isDeclined?: true
}
/** Why a run failed. */
export type ErrorPart = { type: 'error'; code: ErrorCode; message: string; data?: Record<string, unknown> }

/** A piece of a message, in the order in which it is shown. */
export type Part =
  | TextPart
  | ReasoningPart
  | ToolCallPart
  | ToolResultPart
  | PlanPart
  | SourcesPart
  | KnowledgePart
  | AttachmentPart
  | FormPart
  | ErrorPart

/** Usage as reported by the provider, with its token counts; a field that it did not report is absent. */
export interface Usage {
  /** The model that answered, as its provider names it, if it is not the one that was requested. */
  model?: string
  inputTokens?: number
  /** Input tokens read from the provider's cache, which cost less. */
  cachedInputTokens?: number
  /** Input tokens written to the cache for later requests; absent if that is free. */
  cacheWriteTokens?: number
  outputTokens?: number
  totalTokens?: number
  reasoningTokens?: number
  /** Cost in US dollars; absent when it is unknown, or known only in part. */
  costUsd?: number
  /** If only a part of the cost is known: that part, in US dollars. The request has cost at least this much. */
  leastCostUsd?: number
  /** Only in a continued answer, whose other fields are totals: the usage of the answers that it continues. */
  earlier?: EarlierUsage
  /** Only in a continued answer whose total cost is unknown: the cost of the last run alone, in US dollars. */
  ownCostUsd?: number
}

/**
 * The usage of the answers that a continued answer continues. It is counted with them, unless they are in another chat.
 */
export interface EarlierUsage extends Omit<Usage, 'model' | 'earlier' | 'ownCostUsd'> {
  isElsewhere?: true
}

/** How fast an answer arrived. `tokensPerSecond` counts from the first token. */
export interface Metrics {
  ttftMs: number | null
  /** When the first word of the answer arrived, if reasoning came before it. */
  firstTextMs?: number
  tokensPerSecond: number | null
  durationMs: number | null
  /** How the text and reasoning grew; only for answers in comparisons. */
  growth?: readonly GrowthPoint[]
  /** Only for answers of a model that was given tools. */
  tools?: ToolMetrics
  /** Only for answers that ended at a limit of their length. */
  limit?: LengthLimit
  /** What the user should know about the request of this answer. */
  notices?: readonly RequestNotice[]
}

/** What a provider did not take of the request of an answer. */
export type RequestNotice =
  /** The definitions of these tools were refused, so the model does not have them. */
  | { reason: 'tools-refused'; tools: string }
  /** These fields were refused, which contain what the user chose. */
  | { reason: 'params-refused'; fields: string }
  /** The server dropped the beginning of a prompt that was longer than its context window. */
  | { reason: 'prompt-cut'; windowTokens?: number }

/** The limit at which an answer ended. A size that nobody told is absent. */
export type LengthLimit =
  /** What the user set for the model. */
  | { of: 'user'; tokens: number }
  /** What Parley allows, or asks for if nobody knows the model's limit. */
  | { of: 'parley'; tokens?: number; chars?: number }
  /** What the model or its server allows. */
  | { of: 'model'; tokens?: number }

/** How an answer used tools. */
export interface ToolMetrics {
  /** How many requests the model got. */
  steps: number
  /** How many calls were executed. */
  calls: number
  /** How long at least one call was running. */
  durationMs: number
  /** How long the model waited between its requests, for calls and for the user. */
  waitedMs: number
  /** The model was asked without its tools, because it cannot call any. */
  areUnsupported?: true
}

/**
 * What a stop did, and how fast. `requestedAt` is in milliseconds since the epoch; the others are milliseconds since
 * then. `upstreamClosedMs` is when the socket or process was really gone. A value that does not apply or could not be
 * measured is null.
 */
export interface Receipt {
  requestedAt: number | null
  generatorEndedMs: number | null
  upstreamClosedMs: number | null
  savedMs: number | null
  keptChars: number | null
  /** The calls that were running. `endedMs` is null for one that did not end in time. */
  tools?: StoppedCall[]
}

/** A call that a stop interrupted, and when nothing was left of it. */
export interface StoppedCall {
  toolCallId: string
  /** The public name of its tool. */
  name: string
  endedMs: number | null
}

/** Who wrote a message. */
export type MessageRole = 'user' | 'assistant' | 'tool' | 'system'
/** How far an answer is; every other message is `complete`. `partial`: it was stopped. */
export type MessageStatus = 'streaming' | 'complete' | 'partial' | 'failed'

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
  /** The contestant is hidden, but the answer names a model of the comparison, or its maker. Never stored. */
  namesContestant?: true
  /**
   * The contestant is hidden, and the answer is shown only up to the length of the shortest in its round, which was
   * stopped. Never stored.
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
  /** How many visible messages it covers. */
  messageCount: number
  /** About how many tokens these have. */
  coveredTokens: number
}

/** Whether the call was stopped after the user had allowed it, so that it may have taken effect. */
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

/** Whether this is a merged answer or a copy of one: no other answer has statements. */
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

/** Whether this is an answer whose text the user has edited. */
export function isEditedAnswer({ parts }: Pick<Message, 'parts'>): boolean {
  return parts.some((part) => part.type === 'text' && part.isEdited === true)
}

/** Whether this is an edited answer that no model has continued, so that nothing was measured. */
export function isWrittenByUser(message: Pick<Message, 'parts' | 'metrics' | 'status'>): boolean {
  return isEditedAnswer(message) && message.metrics === undefined && message.status !== 'streaming'
}

/** Whether nothing of the answer itself has arrived yet. */
export function isAwaited({ parts }: Pick<Message, 'parts'>): boolean {
  return parts.every(({ type }) => type === 'knowledge')
}

/** Whether this answer is complete but contains only reasoning. */
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

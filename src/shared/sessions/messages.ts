import type { ApprovalDecision, FileChange, PlanEntry, ToolKind } from '../agents/agents'
import type { ErrorCode } from '../errors'
import type { MessageId, RunId, SessionId } from '../ids'
import type { StopReason } from './stop-reasons'

export type { StopReason }

/**
 * What a provider wants to have back with a part, such as the signature of its reasoning, as JSON and by the family
 * that gave it and alone is sent it. It is neither shown nor searched.
 */
export type ProviderData = Record<string, Record<string, unknown>>

export type TextPart = { type: 'text'; text: string }
export type ReasoningPart = {
  type: 'reasoning'
  /** May be empty: some providers keep what was thought to themselves. */
  text: string
  durationMs?: number
  /** Absent while it is not whole: a stretch that was cut off is not sent back. */
  providerData?: ProviderData
}
export type ToolCallPart = {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  input: unknown
  /** `cancelled`: the run ended before a result came. */
  state: 'running' | 'done' | 'failed' | 'cancelled'
  title?: string
  kind?: ToolKind
  /** The call of the sub-agent that made this one. */
  parentToolCallId?: string
  /** What it put out while it was at work: the end of it, where that was much. */
  output?: string
  isOutputCut?: true
  changes?: FileChange[]
  /** What was decided when it asked. */
  approval?: ApprovalDecision | 'withdrawn'
  /** Nobody was asked: it was decided by what was said before. */
  isApprovalRemembered?: true
  /** The provider ran the tool itself, and gave the result with its answer. */
  isRunByProvider?: true
  providerData?: ProviderData
}
/** Something on the web that an answer is based on. */
export interface AnswerSource {
  /** An address with http or https. */
  url: string
  title?: string
}
/** What an answer is based on. Its text may refer to them by number, the first one being 1. */
export type SourcesPart = { type: 'sources'; sources: AnswerSource[] }
/** What an agent means to do, as it last said it. */
export type PlanPart = { type: 'plan'; entries: PlanEntry[] }
export type ToolResultPart = { type: 'tool-result'; toolCallId: string; output: unknown; isError?: boolean }
export type AttachmentPart = {
  type: 'attachment'
  attachmentId: string
  name: string
  mediaType: string
  sizeBytes: number
  /** In pixels, of an image. */
  width?: number
  height?: number
  /** Pages of a PDF. */
  pageCount?: number
}
export type FormPart = {
  type: 'form'
  formId: string
  title: string
  schema: Record<string, unknown>
  values?: Record<string, unknown>
  /** The run that put it up waited for it in vain: the user declined, or it was withdrawn. */
  isDeclined?: true
}
export type ErrorPart = { type: 'error'; code: ErrorCode; message: string; data?: Record<string, unknown> }

export type Part =
  | TextPart
  | ReasoningPart
  | ToolCallPart
  | ToolResultPart
  | PlanPart
  | SourcesPart
  | AttachmentPart
  | FormPart
  | ErrorPart

/** What the provider says was used, tokens as it counted them; a field is absent where it did not say. */
export interface Usage {
  /** The provider's own name of the model that answered, where it is not the one that was asked. */
  model?: string
  inputTokens?: number
  /** Those of the input that the provider had kept from an earlier request, which costs less. */
  cachedInputTokens?: number
  /** Those of the input that it now keeps for later ones; absent where that costs nothing. */
  cacheWriteTokens?: number
  outputTokens?: number
  totalTokens?: number
  reasoningTokens?: number
  /** What it cost, in US dollars; absent when the price was not known. */
  costUsd?: number
}

/** How fast an answer came. `tokensPerSecond` counts from the first token. */
export interface Metrics {
  ttftMs: number | null
  tokensPerSecond: number | null
  durationMs: number | null
}

/**
 * What a stop did, and how fast. `requestedAt` is in milliseconds since the epoch, the others are milliseconds
 * since then. `upstreamClosedMs` is the moment the socket or process was really gone. A figure that does not
 * apply or could not be had is null.
 */
export interface Receipt {
  requestedAt: number | null
  generatorEndedMs: number | null
  upstreamClosedMs: number | null
  savedMs: number | null
  keptChars: number | null
}

export type MessageRole = 'user' | 'assistant' | 'tool' | 'system'
export type MessageStatus = 'streaming' | 'complete' | 'partial' | 'failed'

/** One node of a session's message tree. Times are milliseconds since the epoch. */
export interface Message {
  id: MessageId
  sessionId: SessionId
  parentId: MessageId | null
  role: MessageRole
  parts: Part[]
  status: MessageStatus
  stopReason?: StopReason
  runId?: RunId
  /** `provider/model`: the model that was asked; of a user message the one that it names, in place of the chat's. */
  model?: string
  usage?: Usage
  metrics?: Metrics
  receipt?: Receipt
  hidden?: boolean
  createdAt: number
}

/** The visible text of a message: its text parts, one after another. */
export function messageText(message: Pick<Message, 'parts'>): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** Whether this answer came to its end and there is nothing in it but what the model thought. */
export function saysNothing(message: Pick<Message, 'role' | 'parts' | 'status' | 'stopReason'>): boolean {
  if (message.role !== 'assistant' || message.status !== 'complete' || message.stopReason !== 'end')
    return false
  return message.parts.every(
    (part) => part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === ''),
  )
}

/** How many characters of text and reasoning a message holds: what a receipt calls kept. */
export function keptChars(message: Pick<Message, 'parts'>): number {
  let count = 0
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'reasoning') count += part.text.length
  }
  return count
}

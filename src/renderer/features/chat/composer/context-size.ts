import { withInstructions } from '../../../../shared/projects/projects'
import { lastRunUsage } from '../../../../shared/sessions/continued-usage'
import type { AttachmentPart, Message } from '../../../../shared/sessions/messages'
import { summaryIndex } from '../../../../shared/sessions/summarised-path'
import {
  attachmentTokens,
  isOfUnknownLength,
  messageTokens,
} from '../../../../shared/sessions/token-estimates'
import { estimatedTokens } from '../../../../shared/text/estimated-tokens'
import type { Conversation } from '../../../state/conversations/conversation'

/** The parts that use the context, in the order of the request. */
export const contextParts = ['system', 'knowledge', 'summary', 'messages', 'attachments'] as const
export type ContextPart = (typeof contextParts)[number]

/** An estimate of the context that a chat's next request uses. */
export interface ContextSize {
  tokens: number
  /** Part of it is unknown, so this is a lower bound. */
  isAtLeast: boolean
}

/** The size of a context by part. Only files of loaded messages are distinguished from the text. */
export interface ContextUse extends ContextSize {
  parts: Record<ContextPart, number>
}

/**
 * The size of the path without the draft: the count of its newest answer, plus an estimate for what follows. Counts
 * from before a summary was switched on or off say nothing about the next request. `instructions` are those for
 * all chats and of the project, and `knowledge` is about how many tokens a request gets from its files.
 */
export function contextSize(
  { messages, hasMore, hasNewer, session }: Conversation,
  {
    instructions = [],
    knowledge = 0,
  }: { instructions?: readonly (string | undefined)[]; knowledge?: number } = {},
): ContextUse | null {
  if (hasNewer || session === null) return null
  const from = summaryIndex(messages) + 1
  const summary = messages[from - 1]?.summary
  const changedAt = Math.max(0, ...messages.map(({ summary: any }) => any?.changedAt ?? 0))
  const countedAt = messages.findLastIndex(
    (message, index) => index >= from && message.createdAt >= changedAt && isCounted(message),
  )
  const counted = messages[countedAt]
  const sent = messages.slice(from)
  const parts = {
    system: estimatedTokens(withInstructions(instructions, session.systemPrompt) ?? ''),
    knowledge,
    summary: summary === undefined ? 0 : estimatedTokens(summary.text),
    messages: sent.reduce((sum, message) => sum + messageTokens(message).text, 0),
    attachments: sent.reduce((sum, message) => sum + messageTokens(message).attachments, 0),
  }
  const since = counted === undefined ? sent : messages.slice(countedAt + 1)
  const isUnknown = since.some((message) => message.parts.some(isOfUnknownLength))
  if (counted === undefined) {
    return { tokens: sumOf(parts), isAtLeast: (hasMore && from === 0) || isUnknown, parts }
  }
  // The request of a continued answer contained what was written before.
  const { inputTokens = 0, outputTokens = 0, reasoningTokens = 0 } = lastRunUsage(counted.usage ?? {})
  // Reasoning is not sent again.
  const until = inputTokens + Math.max(0, outputTokens - reasoningTokens)
  // The counted request had knowledge of its own, unless there was none yet.
  const added = counted.parts.some(({ type }) => type === 'knowledge') ? 0 : knowledge
  const tokens = until + added + since.reduce((sum, message) => sum + allTokens(message), 0)
  return { tokens, isAtLeast: isUnknown, parts: scaled(parts, tokens) }
}

/** The size of a draft with its files. */
export function draftSize(text: string, files: readonly AttachmentPart[]): ContextUse {
  const parts = {
    system: 0,
    knowledge: 0,
    summary: 0,
    messages: estimatedTokens(text),
    attachments: files.reduce((sum, file) => sum + attachmentTokens(file), 0),
  }
  return { tokens: sumOf(parts), isAtLeast: files.some(isOfUnknownLength), parts }
}

/** The sizes of both together. */
export function addedSizes(one: ContextUse, other: ContextUse): ContextUse {
  const parts = { ...one.parts }
  for (const part of contextParts) parts[part] += other.parts[part]
  return {
    tokens: one.tokens + other.tokens,
    isAtLeast: one.isAtLeast || other.isAtLeast,
    parts,
  }
}

function sumOf(parts: Record<ContextPart, number>): number {
  return contextParts.reduce((sum, part) => sum + parts[part], 0)
}

function allTokens(message: Message): number {
  const { text, attachments } = messageTokens(message)
  return text + attachments
}

/**
 * The estimated parts, scaled to a sum that a provider counted: the text of messages, some of which are not loaded,
 * makes up the difference.
 */
function scaled(parts: Record<ContextPart, number>, tokens: number): Record<ContextPart, number> {
  const others = parts.system + parts.knowledge + parts.summary + parts.attachments
  if (others <= tokens) return { ...parts, messages: tokens - others }
  const factor = tokens / Math.max(1, others)
  return {
    system: Math.round(parts.system * factor),
    knowledge: Math.round(parts.knowledge * factor),
    summary: Math.round(parts.summary * factor),
    messages: 0,
    attachments: Math.round(parts.attachments * factor),
  }
}

function isCounted({ usage, hidden }: Message): boolean {
  return (lastRunUsage(usage ?? {}).inputTokens ?? 0) > 0 && hidden !== true
}

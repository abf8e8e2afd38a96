import { failure } from '../../../shared/failures/failure'
import type { CompactionPlan } from '../../../shared/sessions/compaction'
import type { Message } from '../../../shared/sessions/messages'
import { summaryIndex } from '../../../shared/sessions/summarised-path'
import { isOfUnknownLength, messageTokens } from '../../../shared/sessions/token-estimates'
import { estimatedTokens } from '../../../shared/text/estimated-tokens'
import { maxRequests, readableTokens } from './summary-request'

/** The newest exchanges that are kept as they are; fewer if they are long. */
const keptExchanges = 2
/** They may take this share of the context of the chat's model, or this many tokens if it is unknown. */
const keptShare = 0.25
const keptTokens = 8_000
/** About the length of a summary. */
const summaryTokens = 1_200

/** The part of a path that a summary will cover; with the earlier summary that it replaces, if there is one. */
export interface CoveredPart {
  /** Its last message. */
  last: Message
  earlier: string | null
  messages: Message[]
  plan: Omit<CompactionPlan, 'isFree'>
}

/** The context sizes of the chat's model and of the one that writes the summary; undefined if unknown. */
export interface ContextSizes {
  chat: number | undefined
  writer: number | undefined
}

/**
 * Chooses what to cover: everything before the newest exchanges.
 * @throws INVALID_INPUT there is nothing before them, or it is too long for the model
 */
export function coveredPart(path: readonly Message[], sizes: ContextSizes): CoveredPart {
  const from = summaryIndex(path) + 1
  const to = endOfCovered(path, from, sizes.chat)
  const last = path[to - 1]
  if (last === undefined) throw failure('INVALID_INPUT', 'nothing-to-compact', { field: 'sessionId' })
  const messages = path.slice(from, to)
  const before = path[from - 1]?.summary ?? null
  const read = messages.reduce((sum, message) => sum + allTokens(message), 0)
  const earlierTokens = before === null ? 0 : estimatedTokens(before.text)
  const requestCount = requestsFor(read + earlierTokens, sizes.writer)
  return {
    last,
    earlier: before?.text ?? null,
    messages,
    plan: {
      messageId: last.id,
      messageCount: messages.filter(isVisible).length + (before?.messageCount ?? 0),
      keptCount: path.slice(to).filter(isVisible).length,
      coveredTokens: read + earlierTokens,
      inputTokens: read + earlierTokens + (requestCount - 1) * summaryTokens,
      outputTokens: requestCount * summaryTokens,
      requestCount,
      hasFiles: messages.some(({ parts }) => parts.some(({ type }) => type === 'attachment')),
      isAtLeast: messages.some(({ parts }) => parts.some(isOfUnknownLength)),
    },
  }
}

/**
 * Where the kept messages begin: at a question. An unanswered question is always kept, and so is one whose answer failed;
 * answered ones, only while they are short.
 */
function endOfCovered(path: readonly Message[], from: number, contextTokens: number | undefined): number {
  const limit = contextTokens === undefined ? keptTokens : contextTokens * keptShare
  let end = path.length
  let size = 0
  let exchanges = 0
  for (let at = path.length - 1; at >= from; at -= 1) {
    const message = path[at]
    if (message === undefined) break
    size += allTokens(message)
    if (message.role !== 'user' || !isVisible(message)) continue
    exchanges += 1
    const isOpen = exchanges === 1 && !isAnswered(path.slice(at + 1))
    if (!isOpen && (size > limit || exchanges > keptExchanges)) break
    end = at
  }
  return end > from && path.slice(from, end).some(({ role }) => role === 'assistant') ? end : 0
}

function isAnswered(after: readonly Message[]): boolean {
  return after.some(({ role, status }) => role === 'assistant' && status !== 'failed')
}

function requestsFor(tokens: number, writerTokens: number | undefined): number {
  const readable = readableTokens(writerTokens)
  const count = Math.max(1, Math.ceil(tokens / readable))
  if (readable <= 0 || count > maxRequests) {
    throw failure('INVALID_INPUT', 'summary-needs-larger-model', { field: 'model' })
  }
  return count
}

function allTokens(message: Message): number {
  const { text, attachments } = messageTokens(message)
  return text + attachments
}

function isVisible({ role, hidden }: Message): boolean {
  return hidden !== true && (role === 'user' || role === 'assistant')
}

import { attachmentKind, textMediaType } from '../../../../shared/sessions/attachments'
import { assertNever } from '../../../../shared/invariant'
import { lastRunUsage } from '../../../../shared/sessions/continued-usage'
import type { AttachmentPart, Message, Part } from '../../../../shared/sessions/messages'
import type { Conversation } from '../../../state/conversations/conversation'

/** Roughly how providers count images. */
const pixelsPerToken = 750
const maxImageTokens = 2_000

/** An estimate of the context that a chat's next request uses. */
export interface ContextSize {
  tokens: number
  /** Part of it is unknown, so this is a lower bound. */
  isAtLeast: boolean
}

/** The size of the path without the draft: the count of its newest answer, plus an estimate for what follows. */
export function contextSize({ messages, hasMore, hasNewer, session }: Conversation): ContextSize | null {
  if (hasNewer || session === null) return null
  const countedAt = messages.findLastIndex(isCounted)
  const since = messages.slice(countedAt + 1)
  const guessed = since.reduce((sum, message) => sum + messageTokens(message), 0)
  const isUnknown = since.some(({ parts }) => parts.some(isOfUnknownLength))
  const counted = messages[countedAt]
  if (counted === undefined) {
    const tokens = guessed + estimatedTokens(session.systemPrompt ?? '')
    return { tokens, isAtLeast: hasMore || isUnknown }
  }
  // The request of a continued answer contained what was written before.
  const { inputTokens = 0, outputTokens = 0, reasoningTokens = 0 } = lastRunUsage(counted.usage ?? {})
  // Reasoning is not sent again.
  return { tokens: inputTokens + Math.max(0, outputTokens - reasoningTokens) + guessed, isAtLeast: isUnknown }
}

/** The size of a draft with its files. */
export function draftSize(text: string, files: readonly AttachmentPart[]): ContextSize {
  const fileTokens = files.reduce((sum, file) => sum + attachmentTokens(file), 0)
  return { tokens: estimatedTokens(text) + fileTokens, isAtLeast: files.some(isOfUnknownLength) }
}

/** A rough number of tokens: four characters are one, as is each character of a non-alphabetic script. */
export function estimatedTokens(text: string): number {
  let signs = 0
  for (let at = 0; at < text.length; at += 1) if (isSign(text.charCodeAt(at))) signs += 1
  return Math.ceil(signs + (text.length - signs) / 4)
}

function isCounted({ usage, hidden }: Message): boolean {
  return (lastRunUsage(usage ?? {}).inputTokens ?? 0) > 0 && hidden !== true
}

const known = new WeakMap<Message, number>()

function messageTokens(message: Message): number {
  const before = known.get(message)
  if (before !== undefined) return before
  const tokens = message.parts.reduce((sum, part) => sum + partTokens(part), 0)
  known.set(message, tokens)
  return tokens
}

function partTokens(part: Part): number {
  switch (part.type) {
    case 'text':
      return estimatedTokens(part.text)
    case 'tool-call':
      return estimatedTokens(JSON.stringify(part.input) ?? '')
    case 'tool-result':
      return estimatedTokens(JSON.stringify(part.output) ?? '')
    case 'form':
      return estimatedTokens(JSON.stringify(part.values ?? {}))
    case 'attachment':
      return attachmentTokens(part)
    case 'reasoning':
    case 'plan':
    case 'sources':
    case 'error':
      return 0
    default:
      return assertNever(part)
  }
}

/** A text file counts by its length, an image by its dimensions; the text of a PDF is unknown here. */
function attachmentTokens({ mediaType, sizeBytes, width = 0, height = 0 }: AttachmentPart): number {
  if (mediaType === textMediaType) return Math.ceil(sizeBytes / 4)
  return Math.min(maxImageTokens, Math.ceil((width * height) / pixelsPerToken))
}

function isOfUnknownLength(part: Part): boolean {
  return part.type === 'attachment' && attachmentKind(part.mediaType) === 'pdf'
}

/** From the first of the East Asian scripts on. */
function isSign(codeUnit: number): boolean {
  return codeUnit >= 0x2e80 && codeUnit < 0xd800
}

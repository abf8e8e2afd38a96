import { attachmentKind, textMediaType } from '../../../../shared/sessions/attachments'
import { assertNever } from '../../../../shared/invariant'
import type { AttachmentPart, Message, Part } from '../../../../shared/sessions/messages'
import type { Conversation } from '../../../state/conversations/conversation'

/** What providers count an image for, roughly. */
const pixelsPerToken = 750
const maxImageTokens = 2_000

/** How much of a model's context the next request of a chat takes, as far as it can be told from here. */
export interface ContextSize {
  tokens: number
  /** Not all of it is known here: it is this much or more. */
  isAtLeast: boolean
}

/** The path up to its end, without what is being written: of its newest counted answer, and a guess for what follows. */
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
  const { inputTokens = 0, outputTokens = 0, reasoningTokens = 0 } = counted.usage ?? {}
  // What was only thought is not sent again.
  return { tokens: inputTokens + Math.max(0, outputTokens - reasoningTokens) + guessed, isAtLeast: isUnknown }
}

/** What a message that is being written adds to it, with its files. */
export function draftSize(text: string, files: readonly AttachmentPart[]): ContextSize {
  const fileTokens = files.reduce((sum, file) => sum + attachmentTokens(file), 0)
  return { tokens: estimatedTokens(text) + fileTokens, isAtLeast: files.some(isOfUnknownLength) }
}

/** How many tokens a text will be, roughly: four characters are one, and each sign of a script without letters. */
export function estimatedTokens(text: string): number {
  let signs = 0
  for (let at = 0; at < text.length; at += 1) if (isSign(text.charCodeAt(at))) signs += 1
  return Math.ceil(signs + (text.length - signs) / 4)
}

function isCounted({ usage, hidden }: Message): boolean {
  return usage?.inputTokens !== undefined && usage.inputTokens > 0 && hidden !== true
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

/** A text counts by its length, an image by its size; what a PDF says is not known here. */
function attachmentTokens({ mediaType, sizeBytes, width = 0, height = 0 }: AttachmentPart): number {
  if (mediaType === textMediaType) return Math.ceil(sizeBytes / 4)
  return Math.min(maxImageTokens, Math.ceil((width * height) / pixelsPerToken))
}

function isOfUnknownLength(part: Part): boolean {
  return part.type === 'attachment' && attachmentKind(part.mediaType) === 'pdf'
}

/** From the first of the scripts of East Asia on. */
function isSign(codeUnit: number): boolean {
  return codeUnit >= 0x2e80 && codeUnit < 0xd800
}

import { assertNever } from '../invariant'
import { estimatedTokens } from '../text/estimated-tokens'
import { attachmentKind, textMediaType } from './attachments'
import type { AttachmentPart, Message, Part } from './messages'

/** Roughly how providers count images. */
const pixelsPerToken = 750
const maxImageTokens = 2_000

/** About how many tokens a message has in a request. */
export interface MessageTokens {
  text: number
  attachments: number
}

const known = new WeakMap<Message, MessageTokens>()

/** An estimate for a message and its files. */
export function messageTokens(message: Message): MessageTokens {
  const before = known.get(message)
  if (before !== undefined) return before
  const tokens = { text: 0, attachments: 0 }
  for (const part of message.parts) {
    if (part.type === 'attachment') tokens.attachments += attachmentTokens(part)
    else tokens.text += partTokens(part)
  }
  known.set(message, tokens)
  return tokens
}

/** A text file counts by its length, an image by its dimensions; the text of a PDF is unknown here. */
export function attachmentTokens({ mediaType, sizeBytes, width = 0, height = 0 }: AttachmentPart): number {
  if (mediaType === textMediaType) return Math.ceil(sizeBytes / 4)
  return Math.min(maxImageTokens, Math.ceil((width * height) / pixelsPerToken))
}

/** True if the number of tokens cannot be estimated. */
export function isOfUnknownLength(part: Part): boolean {
  return part.type === 'attachment' && attachmentKind(part.mediaType) === 'pdf'
}

function partTokens(part: Exclude<Part, AttachmentPart>): number {
  switch (part.type) {
    case 'text':
      return estimatedTokens(part.text)
    case 'tool-call':
      return estimatedTokens(JSON.stringify(part.input) ?? '')
    case 'tool-result':
      return estimatedTokens(JSON.stringify(part.output) ?? '')
    case 'form':
      return estimatedTokens(JSON.stringify(part.values ?? {}))
    case 'reasoning':
    case 'plan':
    case 'sources':
    case 'knowledge':
    case 'error':
      return 0
    default:
      return assertNever(part)
  }
}

import { assertNever } from '../../../../../shared/invariant'
import { chatHtml, type Making } from './chat-html'
import { chatMarkdown } from './chat-markdown'
import { parleyJson } from './parley-json'
import type { StoredChat } from '../contents/stored-chat'

/** The formats of an exported chat. */
export type ExportFormat = 'json' | 'markdown' | 'html'

/** The file extension of each format. */
export const fileEndings: Readonly<Record<ExportFormat, string>> = {
  json: 'json',
  markdown: 'md',
  html: 'html',
}

/** The chat as a file, in pieces of about one message each. */
export function chatDocument(chat: StoredChat, format: ExportFormat, made: Making): Generator<string> {
  switch (format) {
    case 'json':
      return parleyJson(chat)
    case 'markdown':
      return chatMarkdown(chat, made.wording)
    case 'html':
      return chatHtml(chat, made)
    default:
      return assertNever(format)
  }
}

import { assertNever } from '../../../../../shared/invariant'
import { chatHtml } from './chat-html'
import { chatMarkdown } from './chat-markdown'
import type { EmbedFile } from './embedded-files'
import type { PageTools } from './page-tools'
import { parleyJson } from './parley-json'
import type { StoredChat } from '../contents/stored-chat'

/** What a chat can be written as. */
export type ExportFormat = 'json' | 'markdown' | 'html'

/** How the name of such a file ends. */
export const fileEndings: Readonly<Record<ExportFormat, string>> = {
  json: 'json',
  markdown: 'md',
  html: 'html',
}

/** The chat as a file, in pieces of about a message each. */
export function chatDocument(
  chat: StoredChat,
  format: ExportFormat,
  page: { embedFile: EmbedFile; tools: PageTools },
): Generator<string> {
  switch (format) {
    case 'json':
      return parleyJson(chat)
    case 'markdown':
      return chatMarkdown(chat)
    case 'html':
      return chatHtml(chat, page.embedFile, page.tools)
    default:
      return assertNever(format)
  }
}

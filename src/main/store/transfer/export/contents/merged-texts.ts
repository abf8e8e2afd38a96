import type { MessageId } from '../../../../../shared/ids'
import { isMergedAnswer, type Message, type TextPart } from '../../../../../shared/sessions/messages'
import type { StoredChat } from './stored-chat'

/** The words of a merge besides its statements. */
export interface MergeTexts {
  title: string
  /** The letters of the merged answers. */
  letters: ReadonlyMap<MessageId, string>
  /** The mark of a statement without a source, as in the window. */
  addedMark: string
}

/** A merge as a chat whose text names its sources: `[A3]` is the third sentence of answer A. */
export function withSources(chat: StoredChat, texts: MergeTexts): StoredChat {
  const { title } = texts
  const shown = (message: Message): Message => ({
    ...message,
    parts: message.parts.map((part) => (part.type === 'text' ? marked(part, texts) : part)),
  })
  return {
    head: { ...chat.head, title, titleSource: 'user' },
    *tree() {
      for (const message of chat.tree()) yield shown(message)
    },
    *path() {
      for (const message of chat.path()) yield shown(message)
    },
  }
}

function marked({ text, statements }: TextPart, { letters, addedMark }: MergeTexts): TextPart {
  if (statements === undefined) return { type: 'text', text }
  const pieces = statements.map(({ from, to, sources }) => {
    const written = text.slice(from, to).trimEnd()
    const names = sources.map(({ messageId, sentence }) => `${letters.get(messageId) ?? '?'}${sentence}`)
    const mark = names.length === 0 ? addedMark : names.join(', ')
    // After a fence, a mark would keep its block open; in a table, it would become a cell.
    const isBlock = /(?:^|\n)\s*(?:`{3,}|~{3,}|\||\$\$)/.test(written)
    return `${written}${isBlock ? '\n\n' : ' '}[${mark}]`
  })
  return { type: 'text', text: pieces.join('') }
}

/** True if the latest answer of a pane is a copy of a merge. While its contestant is hidden, this is false. */
export function endsWithMerge({ path }: StoredChat): boolean {
  let last: Message | null = null
  for (const message of path()) last = message
  return last !== null && isMergedAnswer(last)
}

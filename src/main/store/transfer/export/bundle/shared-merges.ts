import type { MessageId } from '../../../../../shared/ids'
import type { Message, MergedStatement, TextPart } from '../../../../../shared/sessions/messages'
import { messageText } from '../../../../../shared/sessions/messages'
import type { StoredChat } from '../contents/stored-chat'
import { type ErrorText, type Sharing, sharedChat, sharedText } from './shared-content'

/**
 * A merge as it leaves this computer. Its sources still point to the quoted words, whose positions may have changed.
 */
export function sharedMerge(
  chat: StoredChat,
  sharing: Sharing,
  { textOf, errorText }: { textOf: (id: MessageId) => string | null; errorText: ErrorText },
): StoredChat {
  const shared = (text: string) => sharedText(text, sharing)
  const moved = (text: string, at: number) => shared(text.slice(0, at)).length
  const statementsOf = ({ text, statements }: TextPart): MergedStatement[] | undefined =>
    statements?.map(({ from, to, sources, ...statement }) => ({
      ...statement,
      sources: sources.flatMap((source) => {
        const answer = textOf(source.messageId)
        if (answer === null) return []
        return [{ ...source, from: moved(answer, source.from), to: moved(answer, source.to) }]
      }),
      from: moved(text, from),
      to: moved(text, to),
    }))
  const withStatements = (message: Message): Message => ({
    ...message,
    parts: message.parts.map((part) => {
      const statements = part.type === 'text' ? statementsOf(part) : undefined
      return part.type === 'text' && statements !== undefined
        ? { type: part.type, text: shared(part.text), statements }
        : part
    }),
  })
  // The statements are moved first: sharing a shared text again changes nothing.
  return sharedChat(
    {
      head: chat.head,
      *tree() {
        for (const message of chat.tree()) yield withStatements(message)
      },
      *path() {
        for (const message of chat.path()) yield withStatements(message)
      },
    },
    sharing,
    errorText,
  )
}

/** The texts of these messages in `chats`. */
export function textsOf(chats: Iterable<StoredChat>, ids: ReadonlySet<MessageId>): Map<MessageId, string> {
  const texts = new Map<MessageId, string>()
  for (const { tree } of chats) {
    for (const message of tree()) if (ids.has(message.id)) texts.set(message.id, messageText(message))
  }
  return texts
}

import type { MessageId } from '../../../shared/ids'
import type { AttachmentPart, Part, TextPart } from '../../../shared/sessions/messages'
import { titleFromText } from '../messages/title'

/** A user message that is stored when its run begins: text, or parts that the chat does not show. */
export type NewUserMessage = { id?: MessageId } & (
  | { text: string; attachments?: readonly AttachmentPart[] | undefined; critique?: TextPart['critique'] }
  | { parts: Part[]; hidden: true }
)

/** The title from a visible first message. */
export function titleOf(user: NewUserMessage | undefined): string | null {
  if (user === undefined || 'parts' in user) return null
  return titleFromText(user.text) ?? titleFromText(user.attachments?.[0]?.name ?? '')
}

/** Files precede the text about them, which models handle best. */
export function writtenParts({
  text,
  attachments = [],
  critique,
}: Extract<NewUserMessage, { text: string }>): Part[] {
  const part: TextPart = { type: 'text', text, ...(critique === undefined ? {} : { critique }) }
  const words = text === '' && attachments.length > 0 ? [] : [part]
  return [...attachments, ...words]
}

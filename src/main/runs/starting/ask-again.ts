import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import type { RunQuestion, SessionStore } from '../../store/sessions/session-store'

/** Which message to answer again, and what is different this time. */
export interface AskAgain {
  messageId: MessageId
  text?: string | undefined
  attachments?: readonly AttachmentPart[] | undefined
  model?: string | undefined
}

/**
 * The question whose run adds another answer to a message. With `text`, it is an edited copy of the user message, which
 * keeps its files unless `attachments` are given. Uses the model stored with the question unless `model` is given.
 * @throws NOT_FOUND, INVALID_INPUT
 */
export function askAgain(
  store: Pick<SessionStore, 'getMessage'>,
  sessionId: SessionId,
  input: AskAgain,
): RunQuestion {
  const message = store.getMessage(sessionId, input.messageId)
  if (message.role !== 'user' && message.role !== 'assistant') {
    throw failure('INVALID_INPUT', 'wrong-message', { field: 'messageId' })
  }
  if (input.text !== undefined && message.role !== 'user') {
    throw failure('INVALID_INPUT', 'only-user-message-edited', { field: 'text' })
  }
  if (input.attachments !== undefined && input.text === undefined) {
    throw failure('INVALID_INPUT', 'only-with-text', { field: 'attachments' })
  }
  const attachments = input.attachments ?? message.parts.filter((part) => part.type === 'attachment')
  const isAnswer = message.role === 'assistant'
  const question =
    isAnswer && message.parentId !== null ? store.getMessage(sessionId, message.parentId) : message
  const model = input.model ?? (question.role === 'user' ? question.model : undefined)
  const asked =
    input.text === undefined
      ? { parentId: isAnswer ? message.parentId : message.id }
      : { user: { text: input.text, attachments }, parentId: message.parentId }
  return { ...asked, model }
}

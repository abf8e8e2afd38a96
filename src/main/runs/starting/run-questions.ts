import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { partsToContinue } from '../../../shared/runs/continuing'
import {
  type AttachmentPart,
  isEditedAnswer,
  type Message,
  type Usage,
} from '../../../shared/sessions/messages'
import type { RunQuestion, SessionStore } from '../../store/sessions/session-store'

const nothingUsed: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 }

/** The message to answer again, and what is different this time. */
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

/**
 * The question whose run continues an answer that ended early or was edited, with the model that began it. The continued
 * answer is another version; the one before stays stored. `continues` has the parts that are kept.
 * @throws NOT_FOUND; INVALID_INPUT if the answer cannot be continued
 */
export function continueAnswer(
  store: Pick<SessionStore, 'getMessage'>,
  sessionId: SessionId,
  messageId: MessageId,
): { question: RunQuestion; continues: Message } {
  const answer = store.getMessage(sessionId, messageId)
  const parts = partsToContinue(answer)
  if (parts === null) throw notContinued()
  // No model was paid for what the user wrote; for an answer without counts, that is unknown.
  const usage = answer.usage ?? (isEditedAnswer(answer) ? nothingUsed : undefined)
  return {
    question: { parentId: answer.parentId, model: answer.model, continues: answer.id },
    continues: { ...answer, parts, ...(usage === undefined ? {} : { usage }) },
  }
}

/** The refusal to continue an answer that cannot be continued. */
export function notContinued() {
  return failure('INVALID_INPUT', 'not-continued', { field: 'messageId' })
}

import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { partsToContinue } from '../../../shared/runs/continuing'
import { isEditedAnswer, type Message, type Part, type Usage } from '../../../shared/sessions/messages'
import type { RunQuestion, SessionStore } from '../../store/sessions/session-store'

const nothingUsed: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0 }

/** An answer that is continued, and the part of it that is kept. */
export interface ContinuedAnswer {
  answer: Message
  parts: Part[]
}

/**
 * The question whose run continues an answer that ended early or was edited, with the model that began it. The continued
 * answer is another version; the one before stays stored.
 * @throws NOT_FOUND; INVALID_INPUT if the answer cannot be continued
 */
export function continueAnswer(
  store: Pick<SessionStore, 'getMessage'>,
  sessionId: SessionId,
  messageId: MessageId,
): { question: RunQuestion; continues: ContinuedAnswer } {
  const answer = store.getMessage(sessionId, messageId)
  const parts = partsToContinue(answer)
  if (parts === null) throw notContinued()
  // No model was paid for what the user wrote; for an answer without counts, that is unknown.
  const usage = answer.usage ?? (isEditedAnswer(answer) ? nothingUsed : undefined)
  return {
    question: { parentId: answer.parentId, model: answer.model, continues: answer.id },
    continues: { answer: { ...answer, parts, ...(usage === undefined ? {} : { usage }) }, parts },
  }
}

/** The refusal to continue an answer that cannot be continued. */
export function notContinued() {
  return failure('INVALID_INPUT', 'not-continued', { field: 'messageId' })
}

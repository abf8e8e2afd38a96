import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { partsToContinue } from '../../../shared/runs/continuing'
import type { Message, Part } from '../../../shared/sessions/messages'
import type { RunQuestion, SessionStore } from '../../store/sessions/session-store'

/** An answer that is continued, and what stays of it. */
export interface ContinuedAnswer {
  answer: Message
  parts: Part[]
}

/**
 * The question whose run continues an answer that ended early, with the model that began it. The continued answer is
 * another version; the one that ended early stays stored.
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
  return {
    question: { parentId: answer.parentId, model: answer.model, continues: answer.id },
    continues: { answer: { ...answer, parts }, parts },
  }
}

/** The refusal to continue an answer that cannot be continued. */
export function notContinued() {
  return failure('INVALID_INPUT', 'not-continued', { field: 'messageId' })
}

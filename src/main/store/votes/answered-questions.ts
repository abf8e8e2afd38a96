import { failure } from '../../../shared/failures/failure'
import type { MessageId } from '../../../shared/ids'
import type { Message } from '../../../shared/sessions/messages'
import { isJudgeable, type PaneEnd, questionKey, questionOf } from '../../../shared/votes/same-question'
import type { ReadableDatabase } from '../database/database'
import { messageColumns, type MessageRow, toMessage } from '../messages/message-rows'
import type { SessionStore } from '../sessions/session-store'

type MessageReader = Pick<SessionStore, 'getMessage'>

/** The end of a pane, with its messages. */
export interface ShownEnd extends PaneEnd {
  /** Null for an empty pane. */
  last: Message | null
  question: Message | null
}

/** The end of a pane that shows this message last. */
export function shownEnd(store: MessageReader, last: Message | null): ShownEnd {
  if (last === null) return { last, question: null, isJudgeable: false }
  return { last, question: storedQuestionOf(store, last), isJudgeable: isJudgeable(last) }
}

/** The question that this message is or responds to; null if there is none. */
export function storedQuestionOf(store: MessageReader, message: Message): Message | null {
  return questionOf(message, ({ sessionId, parentId }) =>
    parentId === null ? null : store.getMessage(sessionId, parentId),
  )
}

/** Reads messages of any session, and the questions that they respond to. */
export class QuestionReader {
  readonly #message

  constructor(database: ReadableDatabase) {
    this.#message = database.query<MessageRow>(`SELECT ${messageColumns} FROM messages WHERE id = ?`)
  }

  message(id: MessageId): Message | null {
    const row = this.#message.get(id)
    return row === undefined ? null : toMessage(row)
  }

  questionOf(message: Message): Message | null {
    return questionOf(message, ({ parentId }) => (parentId === null ? null : this.message(parentId)))
  }
}

/** @throws INVALID_INPUT these are not answers to the same question, so comparing them says nothing */
export function assertSameQuestion(store: MessageReader, answers: readonly Message[]): void {
  const asked = answers.map((answer) => {
    const question = storedQuestionOf(store, answer)
    return question === null ? null : questionKey(question)
  })
  if (new Set(asked).size > 1) throw failure('INVALID_INPUT', 'different-questions')
}

import type { ComparisonId, MessageId, PaneId } from '../../../shared/ids'
import { isEditedAnswer, isEmptyMessage, type Message, messageText } from '../../../shared/sessions/messages'
import type { Vote, VotedAnswer } from '../../../shared/votes/votes'
import type { ReadableDatabase } from '../database/database'
import { hiddenCondition } from '../sealed/sealed-rows'
import { messageColumns, type MessageRow, toMessage } from '../messages/message-rows'
import { OriginalAnswers } from './original-answers'

/** An answer in one of the places where it is shown. */
export type PlacedAnswer = Pick<VotedAnswer, 'paneId' | 'messageId' | 'original'>

/** Identifies an answer wherever it is shown; null for an answer in an imported vote. */
export function identityOf({ original, messageId }: Omit<PlacedAnswer, 'paneId'>): string | null {
  return original ?? messageId
}

/** True if the user can judge the message: an answer of the model, even a partial one, but not an error alone. */
export function isJudgeable(message: Message): boolean {
  const isWritten = !isEmptyMessage(message) && messageText(message).trim() !== ''
  return message.role === 'assistant' && isWritten && !isEditedAnswer(message)
}

/** Finds the answers that comparisons show. */
export class ShownAnswers {
  readonly #originals: OriginalAnswers
  readonly #panes
  readonly #message

  constructor(database: ReadableDatabase) {
    this.#originals = new OriginalAnswers(database)
    this.#panes = database.query<{ id: PaneId; leaf_id: MessageId | null }>(`
      SELECT panes.id, leaf_id FROM comparisons
      JOIN panes ON comparison_id = comparisons.id JOIN sessions ON sessions.id = session_id
      WHERE comparisons.id = ? AND NOT (${hiddenCondition}) AND panes.removed_at IS NULL AND sessions.state = 'ready'
      ORDER BY position, panes.rowid`)
    this.#message = database.query<MessageRow>(`SELECT ${messageColumns} FROM messages WHERE id = ?`)
  }

  /** The answers that can be voted on, if some of them are copies; empty while their contestants are hidden. */
  copiesIn(id: ComparisonId): PlacedAnswer[] {
    const shown = this.#panes.all(id).flatMap(({ id: paneId, leaf_id: messageId }) => {
      const original = messageId === null ? null : this.#originals.of(messageId)
      return messageId === null ? [] : [{ paneId, messageId, ...(original === null ? {} : { original }) }]
    })
    if (shown.every(({ original }) => original === undefined)) return []
    return shown.filter(({ messageId }) => {
      const row = this.#message.get(messageId)
      return row !== undefined && isJudgeable(toMessage(row))
    })
  }
}

/** The vote as if it had been cast here, where its answers have other ids. */
export function votedAt(
  vote: Vote,
  { comparisonId, answers }: { comparisonId: ComparisonId | null; answers: readonly PlacedAnswer[] },
): Vote {
  return {
    ...vote,
    comparisonId,
    shown: vote.shown.map((voted) => {
      const id = identityOf(voted)
      const here = id === null ? undefined : answers.find((answer) => identityOf(answer) === id)
      return here === undefined ? voted : { ...voted, paneId: here.paneId, messageId: here.messageId }
    }),
  }
}

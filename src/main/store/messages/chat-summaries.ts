import type { MessageId, SessionId } from '../../../shared/ids'
import type { ChatSummary, Message, Usage } from '../../../shared/sessions/messages'
import type { WritableDatabase } from '../database/database'
import { messageNotFound } from '../database/store-errors'
import { SpendingLedger, withUsage } from '../spending/spending-ledger'
import { MessageRows } from './message-rows'

/** A request that was sent to write a summary. */
export interface SummaryRequest {
  model: string
  at: number
  usage: Usage
  isFree: boolean
  /** As in the ledger. */
  mayBeCharged: boolean
}

/** The summaries of messages, and the cost of writing them. */
export class ChatSummaries {
  readonly #database: WritableDatabase
  readonly #messages: MessageRows
  readonly #ledger: SpendingLedger
  readonly #usage
  readonly #setUsage

  /** `ledger` may belong to another database: nothing else of a temporary chat is stored. */
  constructor(database: WritableDatabase, ledger = new SpendingLedger(database)) {
    this.#database = database
    this.#messages = new MessageRows(database)
    this.#ledger = ledger
    this.#usage = database.query<{ usage: string | null }>(
      'SELECT background_usage AS usage FROM sessions WHERE id = ?',
    )
    this.#setUsage = database.command('UPDATE sessions SET background_usage = ? WHERE id = ?')
  }

  /**
   * In one transaction, records what requests have used and stores the summary that they wrote, if any.
   * @throws NOT_FOUND the message no longer exists
   */
  save(
    sessionId: SessionId,
    requests: readonly SummaryRequest[],
    written: { messageId: MessageId; summary: ChatSummary } | null,
  ): void {
    this.#database.transaction(() => {
      for (const { usage, ...request } of requests) {
        this.#ledger.record({ ...request, usage, purpose: 'summary', sessionId })
        if (Object.keys(usage).length === 0) continue
        const row = this.#usage.get(sessionId)
        if (row !== undefined) this.#setUsage.run(withUsage(row.usage, usage), sessionId)
      }
      if (written === null) return
      this.#messageOf(sessionId, written.messageId)
      this.#messages.setSummary(written.messageId, written.summary)
    })
  }

  /** Chooses whether a summary is sent. @throws NOT_FOUND the message has none */
  setUsed(sessionId: SessionId, messageId: MessageId, choice: { isUsed: boolean; at: number }): ChatSummary {
    return this.#database.transaction(() => {
      const { summary: before } = this.#messageOf(sessionId, messageId)
      if (before === undefined) throw messageNotFound(messageId)
      if (before.isUsed === choice.isUsed) return before
      const summary = { ...before, isUsed: choice.isUsed, changedAt: choice.at }
      this.#messages.setSummary(messageId, summary)
      return summary
    })
  }

  #messageOf(sessionId: SessionId, messageId: MessageId): Message {
    const message = this.#messages.get(sessionId, messageId)
    if (message === undefined) throw messageNotFound(messageId)
    return message
  }
}

import type { MessageId, SessionId } from '../../shared/ids'
import type { Message } from '../../shared/messages'
import type { Session } from '../../shared/sessions'
import type { Clock } from '../base/clock'
import type { WritableDatabase } from './database'
import { wholePath } from './message-path'
import { messageColumns, type MessageRow, MessageRows, toMessage } from './message-rows'
import { paramsColumn } from './session-rows'
import type { SessionStore } from './session-store'
import { untitledSession } from './title'
import type { TreeMessage, TreeWriter } from './tree-writer'

/** Makes new chats of the messages of others, under ids of their own. */
export class SessionCopies {
  readonly #store: SessionStore
  readonly #writer: TreeWriter
  readonly #clock: Clock
  readonly #messages: MessageRows
  readonly #tree

  constructor(database: WritableDatabase, deps: { store: SessionStore; writer: TreeWriter; clock: Clock }) {
    this.#store = deps.store
    this.#writer = deps.writer
    this.#clock = deps.clock
    this.#messages = new MessageRows(database)
    this.#tree = database.query<MessageRow>(
      `SELECT ${messageColumns} FROM messages WHERE session_id = ? ORDER BY number`,
    )
  }

  /** Every message of the session's tree, parents before children. */
  tree(sessionId: SessionId): Message[] {
    return this.#tree.all(sessionId).map(toMessage)
  }

  /** A copy with every branch, which shows the same path. @throws NOT_FOUND, STORE_FULL */
  whole(sessionId: SessionId): Promise<Session> {
    const leafId = this.#store.leafOf(sessionId)
    return this.#copy(sessionId, this.tree(sessionId), { leafId, titleEnd: '(copy)' })
  }

  /** The path up to and with `messageId`, on whatever branch it is. @throws NOT_FOUND, STORE_FULL */
  pathTo(sessionId: SessionId, messageId: MessageId): Promise<Session> {
    this.#store.getMessage(sessionId, messageId)
    return this.#copy(sessionId, wholePath(this.#messages, messageId), {
      leafId: messageId,
      titleEnd: '(fork)',
    })
  }

  #copy(
    sessionId: SessionId,
    messages: readonly Message[],
    shown: { leafId: MessageId | null; titleEnd: string },
  ): Promise<Session> {
    const { title, model, workspace, systemPrompt, params } = this.#store.getSession(sessionId)
    const isTitled = title !== untitledSession
    return this.#writer.write(
      {
        created_at: this.#clock.now(),
        ...(isTitled ? { title: `${title} ${shown.titleEnd}`, title_source: 'user' } : {}),
        model,
        workspace,
        system_prompt: systemPrompt,
        params: paramsColumn(params),
      },
      messages.map(toTreeMessage),
      shown.leafId,
    )
  }
}

function toTreeMessage(message: Message): TreeMessage {
  const { id, sessionId: _session, parentId, runId: _run, ...content } = message
  return { ...content, key: id, parentKey: parentId }
}

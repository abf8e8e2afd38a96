import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { isMergedAnswer, type Message, type Part, type TextPart } from '../../../shared/sessions/messages'
import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/new-id'
import type { WritableDatabase } from '../database/database'
import { MessageRows } from '../messages/message-rows'
import type { SessionStore } from './session-store'

/** Parts that remain when the text of an answer changes: reasoning, forms and errors belong to the model's text. */
const keptParts: ReadonlySet<Part['type']> = new Set([
  'attachment',
  'tool-call',
  'tool-result',
  'plan',
  'sources',
  'knowledge',
])

/** Stores edited messages as new versions. */
export class MessageEdits {
  readonly #database: WritableDatabase
  readonly #store: Pick<SessionStore, 'getMessage' | 'setLeaf'>
  readonly #clock: Clock
  readonly #newId: NewId
  readonly #messages: MessageRows

  constructor(
    database: WritableDatabase,
    deps: { store: Pick<SessionStore, 'getMessage' | 'setLeaf'>; clock: Clock; newId: NewId },
  ) {
    this.#database = database
    this.#store = deps.store
    this.#clock = deps.clock
    this.#newId = deps.newId
    this.#messages = new MessageRows(database)
  }

  /**
   * Stores a copy of the message with this text below the same parent, and shows the path that ends with it. The caller
   * holds the session's lease. Returns the id of the copy.
   * @throws NOT_FOUND, STORE_FULL; INVALID_INPUT the message is not a question or answer, is hidden, or is a merge
   */
  edit(sessionId: SessionId, messageId: MessageId, text: string): MessageId {
    return this.#database.transaction(() => {
      const message = this.#store.getMessage(sessionId, messageId)
      assertMayBeEdited(message)
      const id = this.#newId<MessageId>()
      const { parentId, role, model } = message
      this.#messages.insert({
        id,
        sessionId,
        parentId,
        role,
        parts: editedParts(message, text),
        status: 'complete',
        ...(model === undefined ? {} : { model }),
        createdAt: this.#clock.now(),
      })
      this.#store.setLeaf(sessionId, id)
      return id
    })
  }
}

/** The statements of a merge belong to the text that its model wrote. */
function assertMayBeEdited(message: Message): void {
  const { role, hidden } = message
  if ((role !== 'user' && role !== 'assistant') || hidden === true) {
    throw failure('INVALID_INPUT', 'not-editable', { field: 'messageId' })
  }
  if (isMergedAnswer(message)) throw failure('INVALID_INPUT', 'merge-not-edited', { field: 'messageId' })
}

/** The text takes the place of the last one. */
function editedParts({ role, parts }: Message, text: string): Part[] {
  const edited: TextPart =
    role === 'assistant' ? { type: 'text', text, isEdited: true } : { type: 'text', text }
  const last = parts.findLastIndex(({ type }) => type === 'text')
  const at = last === -1 ? parts.length : last
  return [...parts.slice(0, at).filter(isKept), edited, ...parts.slice(at).filter(isKept)]
}

function isKept({ type }: Part): boolean {
  return keptParts.has(type)
}

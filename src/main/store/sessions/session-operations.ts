import type { KeptByAgent } from '../../../shared/agents/agents'
import type { ParleyError } from '../../../shared/errors'
import { failure } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { type AttachmentPart, type Message, messageText } from '../../../shared/sessions/messages'
import type { Session } from '../../../shared/sessions/sessions'
import type { AgentTraces } from '../agents/agent-turns'
import type { LeaseHolder, SessionLeases } from '../../leases/session-leases'
import type { MessageEdits } from './message-edits'
import type { SessionCopies } from './session-copies'
import type { SessionStore } from './session-store'
import type { RemovedExchange } from '../messages/message-path'
import { previewFromText } from '../messages/title'

/** Holds a session during an operation; it has nothing to stop. */
const operation: LeaseHolder = { kind: 'operation', stop: () => {} }

/**
 * Operations that change which messages a chat shows. Each takes the session's lease, so a run makes it fail with
 * RUN_ACTIVE, and acts in one turn, so that several in a row see each other's results.
 */
export class SessionOperations {
  readonly #store: SessionStore
  readonly #leases: SessionLeases
  readonly #copies: SessionCopies
  readonly #edits: MessageEdits
  readonly #traces: AgentTraces

  constructor(deps: {
    store: SessionStore
    leases: SessionLeases
    copies: SessionCopies
    edits: MessageEdits
    traces: AgentTraces
  }) {
    this.#store = deps.store
    this.#leases = deps.leases
    this.#copies = deps.copies
    this.#edits = deps.edits
    this.#traces = deps.traces
  }

  /** @throws NO_PREVIOUS_MESSAGE, RUN_ACTIVE, NOT_FOUND */
  retry(sessionId: SessionId): {
    lastUserText: string
    attachments?: AttachmentPart[]
    model?: string
    removedCount: number
    formerLeafId: MessageId
    keptByAgent?: KeptByAgent
  } {
    const { message, removedCount, formerLeafId, ...kept } = this.#takeBack(sessionId, () =>
      failure('NO_PREVIOUS_MESSAGE', 'nothing-asked', { sessionId }),
    )
    const attachments = message.parts.filter((part) => part.type === 'attachment')
    return {
      lastUserText: messageText(message),
      ...(attachments.length === 0 ? {} : { attachments }),
      ...(message.model === undefined ? {} : { model: message.model }),
      removedCount,
      formerLeafId,
      ...kept,
    }
  }

  /** @throws NOTHING_TO_UNDO, RUN_ACTIVE, NOT_FOUND */
  undo(sessionId: SessionId): {
    removedCount: number
    removedPreview: string
    formerLeafId: MessageId
    keptByAgent?: KeptByAgent
  } {
    const { message, removedCount, formerLeafId, ...kept } = this.#takeBack(sessionId, () =>
      failure('NOTHING_TO_UNDO', 'no-messages', { sessionId }),
    )
    return { removedCount, removedPreview: previewOf(message), formerLeafId, ...kept }
  }

  /** @throws RUN_ACTIVE, NOT_FOUND */
  setLeaf(
    sessionId: SessionId,
    messageId: MessageId | null,
    options: { descend?: boolean; isVisit?: boolean } = {},
  ): { leafId: MessageId | null; formerLeafId: MessageId | null } {
    this.#store.getSession(sessionId)
    const lease = this.#leases.acquire(sessionId, operation)
    try {
      const formerLeafId = this.#store.leafOf(sessionId)
      return { leafId: this.#store.setLeaf(sessionId, messageId, options), formerLeafId }
    } finally {
      lease.release()
    }
  }

  /** Stores the message with another text as a new version. @throws RUN_ACTIVE; otherwise as `MessageEdits.edit` */
  edit(sessionId: SessionId, messageId: MessageId, text: string): MessageId {
    this.#store.getSession(sessionId)
    this.#store.assertRevealed(sessionId)
    const lease = this.#leases.acquire(sessionId, operation)
    try {
      return this.#edits.edit(sessionId, messageId, text)
    } finally {
      lease.release()
    }
  }

  /**
   * A copy with every branch, with `title` if given.
   * @throws RUN_ACTIVE, NOT_FOUND, STORE_FULL, INVALID_INPUT a temporary chat, which a copy would store
   */
  duplicate(sessionId: SessionId, title?: string): Promise<Session> {
    return this.#whileHeld(sessionId, () => this.#copies.copyAll(sessionId, title))
  }

  /** A new chat from the path up to and including this message. @throws as `duplicate` */
  fork(sessionId: SessionId, messageId: MessageId): Promise<Session> {
    return this.#whileHeld(sessionId, () => this.#copies.copyPath(sessionId, messageId))
  }

  #takeBack(
    sessionId: SessionId,
    refusal: () => ParleyError,
  ): RemovedExchange & { keptByAgent?: KeptByAgent } {
    this.#store.getSession(sessionId)
    this.#store.assertRevealed(sessionId)
    const lease = this.#leases.acquire(sessionId, operation)
    try {
      const taken = this.#store.removeLastExchange(sessionId)
      if (taken === null) throw refusal()
      const keptByAgent = this.#traces.of(taken.formerLeafId, taken.removedCount)
      return { ...taken, ...(keptByAgent === null ? {} : { keptByAgent }) }
    } finally {
      lease.release()
    }
  }

  async #whileHeld<Result>(sessionId: SessionId, act: () => Promise<Result>): Promise<Result> {
    if (this.#store.getSession(sessionId).isTemporary === true) {
      throw failure('INVALID_INPUT', 'temporary-not-copied', { field: 'sessionId' })
    }
    this.#store.assertRevealed(sessionId)
    const lease = this.#leases.acquire(sessionId, operation)
    try {
      return await act()
    } finally {
      lease.release()
    }
  }
}

/** A one-line preview of a message: its text, or the name of its first file. */
function previewOf({ parts }: Message): string {
  const file = parts.find((part) => part.type === 'attachment')
  return previewFromText(messageText({ parts })) ?? previewFromText(file?.name ?? '') ?? ''
}

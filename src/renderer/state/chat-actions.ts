import type { ErrorData } from '../../shared/errors'
import type { MessageId, SessionId } from '../../shared/ids'
import { wireLimits } from '../../shared/rpc/limits'
import { utf8Bytes } from '../../shared/utf8'
import type { ParleyApi } from '../rpc/parley-api'
import type { Conversations } from './conversations'
import { errorDataOf } from './error-data'

/** Why `text` cannot be sent, for the person who wrote it; null when it can. */
export function refusalOf(text: string): ErrorData | null {
  if (text.trim() === '') {
    return { code: 'INVALID_INPUT', message: 'Write something first: an empty message is not sent.' }
  }
  const sizeBytes = utf8Bytes(text)
  if (sizeBytes <= wireLimits.messageBytes) return null
  const size = (sizeBytes / 1e6).toFixed(2)
  const limit = (wireLimits.messageBytes / 1e6).toFixed(0)
  return {
    code: 'INVALID_INPUT',
    message: `This message has ${size} MB; at most ${limit} MB can be sent. Shorten it: the text is kept here.`,
  }
}

/** What a chat can be asked to do. Each answers with the refusal to show, or null when it was accepted. */
export class ChatActions {
  readonly #api: ParleyApi
  readonly #conversations: Conversations

  constructor(api: ParleyApi, conversations: Conversations) {
    this.#api = api
    this.#conversations = conversations
  }

  /** Stores a new chat. @throws ParleyError as `sessions.create` */
  async create(model: string | null): Promise<SessionId> {
    const { session } = await this.#api.invoke('sessions.create', model === null ? {} : { model })
    return session.id
  }

  send(sessionId: SessionId, text: string, whenBusy: 'reject' | 'replace'): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      await this.#api.invoke('runs.send', { sessionId, text, whenBusy })
    })
  }

  /** Answers again; with `text`, to the user message as edited. */
  regenerate(sessionId: SessionId, messageId: MessageId, text?: string): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      await this.#api.invoke('runs.regenerate', {
        sessionId,
        messageId,
        ...(text === undefined ? {} : { text }),
      })
    })
  }

  stop(sessionId: SessionId): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      await this.#api.invoke('runs.stop', { sessionId })
    })
  }

  setModel(sessionId: SessionId, model: string): Promise<ErrorData | null> {
    return this.#attempt(sessionId, async () => {
      const { session } = await this.#api.invoke('sessions.update', { sessionId, model })
      this.#conversations.of(sessionId).setSession(session)
    })
  }

  async #attempt(sessionId: SessionId, action: () => Promise<void>): Promise<ErrorData | null> {
    const conversation = this.#conversations.of(sessionId)
    conversation.setRunError(null)
    try {
      await action()
      conversation.resume()
      return null
    } catch (error) {
      return errorDataOf(error)
    }
  }
}

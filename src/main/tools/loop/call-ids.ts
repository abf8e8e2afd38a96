import { randomBytes } from 'node:crypto'

import type { Message } from '../../../shared/sessions/messages'

const maxIdChars = 200

/** Gives each call of a chat an id of its own: some servers number the calls of every request from 0. */
export class CallIds {
  readonly #used = new Set<string>()

  constructor(messages: readonly Message[]) {
    for (const { parts } of messages) {
      for (const part of parts) if (part.type === 'tool-call') this.#used.add(part.toolCallId)
    }
  }

  unique(id: string): string {
    const isFree = id !== '' && id.length <= maxIdChars && !this.#used.has(id)
    const unique = isFree ? id : `call_${randomBytes(12).toString('hex')}`
    this.#used.add(unique)
    return unique
  }
}

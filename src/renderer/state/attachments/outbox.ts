import type { ErrorData } from '../../../shared/errors'
import { wireLimits } from '../../../shared/rpc/definitions/limits'
import type { AttachmentPart } from '../../../shared/sessions/messages'
import { utf8Bytes } from '../../../shared/text/utf8'
import { errorDataOf } from '../../errors/error-data'
import { failureData } from '../../errors/failure'
import type { Drafts } from '../drafts/drafts'
import {
  attachmentsRefusal,
  readyParts,
  tooManyAttachments,
  type DraftAttachments,
} from './draft-attachments'

/** A message that has not been sent yet. */
export interface WrittenMessage {
  text: string
  attachments: readonly AttachmentPart[]
}

type Send = (attachments: readonly AttachmentPart[], place: string) => Promise<ErrorData | null>

/** The messages of one composer that are being sent, oldest first. */
interface Line {
  /** The composer to which refused messages return. */
  place: string
  messages: Sending[]
}

interface Sending {
  text: string
  /** The place of its attachments, which may still be uploading. */
  files: string
  whenSettled: Promise<void>
}

/**
 * Sends what composers contain. A composer is cleared at once. Its messages are sent in order; if one is refused, it
 * returns to the composer with all that follow it, before what has been written since.
 */
export class Outbox {
  readonly #drafts: Drafts
  readonly #attachments: DraftAttachments
  readonly #lines = new Map<string, Line>()
  /** Composers of chats that were discarded, to which nothing returns. */
  readonly #discarded = new Set<string>()

  constructor(drafts: Drafts, attachments: DraftAttachments) {
    this.#drafts = drafts
    this.#attachments = attachments
  }

  isSending(place: string): boolean {
    return this.#lines.has(place)
  }

  /**
   * Takes `text` and all files out of the composer, and calls `send` with the files once they are uploaded and the
   * messages before this one are accepted; also with the composer to which the message would return. Resolves with the
   * refusal, including one that `send` throws; null if the message was accepted, returned with an earlier one, or was
   * discarded with its chat.
   */
  async send(place: string, text: string, send: Send): Promise<ErrorData | null> {
    // Whoever can write to a discarded chat has it back: another window kept it.
    this.#discarded.delete(place)
    const line = this.#lines.get(place) ?? { place, messages: [] }
    const earlier = line.messages.at(-1)
    const { promise: whenSettled, resolve: settle } = Promise.withResolvers<void>()
    const message: Sending = { text, files: this.#attachments.take(place), whenSettled }
    const draft = this.#drafts.of(place)
    if (draft.startsWith(text)) this.#drafts.set(place, draft.slice(text.length).trimStart())
    line.messages.push(message)
    this.#lines.set(place, line)
    this.#changed(line)
    try {
      await earlier?.whenSettled
      if (!line.messages.includes(message)) return null
      const refusal = await this.#deliver(line, message, send)
      if (!line.messages.includes(message)) return null
      if (refusal === null) {
        line.messages.shift()
        this.#attachments.clear(message.files)
      } else {
        for (const { text: written, files } of line.messages.splice(0).toReversed()) {
          if (written !== '') this.#drafts.restore(line.place, written)
          this.#attachments.move(files, line.place)
        }
      }
      this.#changed(line)
      return refusal
    } finally {
      settle()
    }
  }

  /** Lets what is being sent from one composer return to another if it is refused. */
  redirect(from: string, to: string): void {
    const line = this.#lines.get(from)
    if (line === undefined) return
    // What is still sent from there follows, until all of it is answered.
    this.#drafts.saveSending(from, [])
    line.place = to
    this.#lines.set(to, line)
    this.#changed(line, from)
  }

  /** Forgets what is being sent from a composer whose chat was discarded. Nothing returns to that composer any more. */
  discard(place: string): void {
    this.#discarded.add(place)
    const line = this.#lines.get(place)
    if (line === undefined) return
    for (const { files } of line.messages.splice(0)) this.#attachments.clear(files)
    this.#changed(line)
  }

  /** Puts a message back, before whatever has been written since. */
  restore(place: string, { text, attachments }: WrittenMessage): void {
    if (this.#discarded.has(place)) return
    if (text !== '') this.#drafts.restore(place, text)
    this.#attachments.restore(place, attachments)
  }

  /** Moves what a composer contains to another one. */
  move(from: string, to: string): void {
    const text = this.#drafts.of(from)
    this.#drafts.set(from, '')
    if (text !== '') this.#drafts.restore(to, text)
    this.#attachments.move(from, to)
  }

  async #deliver({ place }: Line, { files }: Sending, send: Send): Promise<ErrorData | null> {
    const settled = await this.#attachments.whenSettled(files)
    try {
      return attachmentsRefusal(settled) ?? (await send(readyParts(settled), place))
    } catch (error) {
      return errorDataOf(error)
    }
  }

  #changed(line: Line, origin = line.place): void {
    const { place, messages } = line
    if (messages.length === 0) {
      for (const [each, known] of this.#lines) if (known === line) this.#lines.delete(each)
    }
    this.#drafts.saveSending(
      place,
      messages.map(({ text }) => text),
      origin,
    )
  }
}

/** Why `text` with this many files cannot be sent, as an error for users; null when it can. */
export function messageRefusal(text: string, fileCount = 0): ErrorData | null {
  if (text.trim() === '' && fileCount === 0) {
    return failureData('INVALID_INPUT', 'message-empty')
  }
  if (fileCount > wireLimits.attachments) return tooManyAttachments()
  const sizeBytes = utf8Bytes(text)
  if (sizeBytes <= wireLimits.messageBytes) return null
  // Rounded up, so that it never equals the limit.
  const megabytes = Math.ceil(sizeBytes / 1e4) / 100
  return failureData('INVALID_INPUT', 'message-too-long', { megabytes, max: wireLimits.messageBytes / 1e6 })
}

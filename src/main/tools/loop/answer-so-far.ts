import type { MessageId, SessionId } from '../../../shared/ids'
import { isDelta, type RunEventBody } from '../../../shared/runs/events'
import { applyRunEvent, emptySnapshot, unansweredMessage } from '../../../shared/runs/reduce-run'
import type { Message, AttachmentPart } from '../../../shared/sessions/messages'
import type { ReadAttachment, SourceEvent, AttachmentContent } from '../../run-source/run-source'
import { isImageType } from '../../../shared/sessions/attachments'
import { imageDimensions } from '../../base/files/media-bytes'
import { isHeard, maxResultImages, subtypeOf } from '../../run-source/message-files'

/** The answer of earlier steps as the message that the next request contains. */
export class AnswerSoFar {
  #state
  readonly #files = new ResultFiles()
  /** Deltas that arrived one after the other, as one. */
  #pending: RunEventBody | null = null

  constructor(answer: { sessionId: SessionId; messageId: MessageId; model: string }) {
    const runId = `${answer.messageId}-tools` as NonNullable<Message['runId']>
    const message = unansweredMessage({ ...answer, runId, parentId: null, startedAt: 0 })
    this.#state = emptySnapshot(message)
  }

  /** Adds what the next request must contain; everything else is of no use to the model. */
  add(event: SourceEvent): void {
    if (isDelta(event)) this.#addDelta(event)
    else if (
      event.type === 'text-was-reasoning' ||
      event.type === 'tool-call' ||
      event.type === 'tool-result'
    ) {
      this.#flush()
      this.#state = applyRunEvent(this.#state, event)
    } else if (event.type === 'file' && event.toolCallId !== undefined) {
      const part = this.#files.add({ ...event, toolCallId: event.toolCallId })
      if (part === null) return
      this.#flush()
      this.#state = applyRunEvent(this.#state, { type: 'attachment', part })
    }
  }

  /** Reads the files of this answer's results, and those of the messages before it. */
  readFiles(readOthers: ReadAttachment | undefined): ReadAttachment {
    return async (part) => this.#files.get(part) ?? (await readOthers?.(part)) ?? null
  }

  get message(): Message {
    this.#flush()
    return this.#state.message
  }

  #addDelta(event: Extract<SourceEvent, { type: 'text-delta' | 'reasoning-delta' }>): void {
    const before = this.#pending
    const isOpen =
      before?.type === 'text-delta' || (before?.type === 'reasoning-delta' && !before.providerData)
    if (isOpen && before.type === event.type) {
      this.#pending = { ...event, text: before.text + event.text }
      return
    }
    this.#flush()
    this.#pending = event
  }

  #flush(): void {
    if (this.#pending === null) return
    this.#state = applyRunEvent(this.#state, this.#pending)
    this.#pending = null
  }
}

type ResultFile = Extract<SourceEvent, { type: 'file' }> & { toolCallId: string }

/** The files of an answer's results as its next request needs them: the run stores them under ids of its own. */
class ResultFiles {
  readonly #files = new Map<string, AttachmentContent>()
  #count = 0

  /** The file as a part of the answer; null for one that no model accepts. */
  add({ mediaType, bytes, toolCallId }: ResultFile): AttachmentPart | null {
    const isImage = isImageType(mediaType)
    if (!isImage && !isHeard(mediaType)) return null
    this.#count += 1
    const attachmentId = `result-file-${this.#count}`
    this.#files.set(attachmentId, { kind: isImage ? 'image' : 'audio', mediaType, bytes })
    // No request contains more.
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= maxResultImages) break
      this.#files.delete(oldest)
    }
    return {
      type: 'attachment',
      attachmentId,
      name: `result.${subtypeOf(mediaType)}`,
      mediaType,
      sizeBytes: bytes.length,
      ...(isImage
        ? imageDimensions(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), mediaType)
        : {}),
      toolCallId,
    }
  }

  get({ attachmentId }: AttachmentPart): AttachmentContent | null {
    return this.#files.get(attachmentId) ?? null
  }
}

import { fencedCode } from '../../shared/markdown/fenced-code'
import { attachmentKind } from '../../shared/sessions/attachments'
import { assertNever } from '../../shared/invariant'
import type { AttachmentPart } from '../../shared/sessions/messages'
import type { AttachmentContent, RunRequest } from './run-source'

/** Limits for the images in one request. Newer images have priority. */
const maxImageBytes = 60 * 1024 * 1024
const maxImages = 100

/** The content of a file, or why the model gets only its name. */
export type MessageFile = AttachmentContent | { kind: 'gone' | 'unseen' | 'left-out' }

/** The files of a request, by their attachment part. */
export type MessageFiles = ReadonlyMap<AttachmentPart, MessageFile>

/** Reads the files of the messages, newest first, within the limits of one request. */
export async function readMessageFiles({
  messages,
  readAttachment,
  takesImages = true,
}: Pick<RunRequest, 'messages' | 'readAttachment' | 'takesImages'>): Promise<MessageFiles> {
  const files = new Map<AttachmentPart, MessageFile>()
  if (readAttachment === undefined) return files
  let imageBytes = 0
  let imageCount = 0
  for (const { role, parts } of messages.toReversed()) {
    if (role !== 'user') continue
    for (const part of parts) {
      if (part.type !== 'attachment') continue
      const isImage = attachmentKind(part.mediaType) === 'image'
      if (isImage && !takesImages) {
        files.set(part, { kind: 'unseen' })
        continue
      }
      if (isImage && (imageCount >= maxImages || imageBytes + part.sizeBytes > maxImageBytes)) {
        files.set(part, { kind: 'left-out' })
        continue
      }
      const content = await readAttachment(part)
      files.set(part, content ?? { kind: 'gone' })
      if (content?.kind !== 'image') continue
      imageBytes += content.bytes.length
      imageCount += 1
    }
  }
  return files
}

/** A file as text: its name and content, or a note that it is attached. */
export function fileText(part: AttachmentPart, file: MessageFile | undefined): string {
  if (file === undefined) return `[Attached file: ${part.name} (${part.mediaType})]`
  switch (file.kind) {
    case 'text':
      return `Attached file: ${part.name}\n${fencedCode(file.text)}`
    case 'pdf':
      return file.text === ''
        ? `[Attached PDF: ${part.name}. It has no readable text. It may be a scan.]`
        : `Attached PDF (extracted text): ${part.name}\n${fencedCode(file.text)}`
    case 'image':
      return `[Attached image: ${part.name}]`
    case 'unseen':
      return `[Attached image: ${part.name}. It was not sent because this model does not accept images.]`
    case 'left-out':
      return `[Attached image: ${part.name}. It was not sent again because newer images take up all the space.]`
    case 'gone':
      return `[Attached file: ${part.name} (${part.mediaType}). It is no longer available.]`
    default:
      return assertNever(file)
  }
}

import { fencedCode } from '../../shared/markdown/fenced-code'
import { attachmentKind } from '../../shared/sessions/attachments'
import { assertNever } from '../../shared/invariant'
import type { AttachmentPart, FormPart, Part, ToolCallPart } from '../../shared/sessions/messages'
import type { AttachmentContent, RunRequest } from './run-source'
import { oneLine } from '../../shared/text/one-line'

/** Limits for the images in one request. Newer images have priority. */
const maxImageBytes = 60 * 1024 * 1024
const maxImages = 100
/** The limit for images that tools returned: each step and each later question sends them again. */
export const maxResultImages = 8
const maxResultBytes = 16 * 1024 * 1024
/** Accepted by every provider: 5 MB in base64, and pixels per side. A larger image would fail the whole request. */
const maxResultImage = { bytes: 3_750_000, side: 8_000 }

/** The content of a file, or why the model gets only its name. */
export type MessageFile = AttachmentContent | { kind: 'gone' | 'unseen' | 'left-out' | 'too-large' }

/** The files of a request, by their attachment part. */
export type MessageFiles = ReadonlyMap<AttachmentPart, MessageFile>

/** Reads the files of the messages, newest first, within the limits of one request. */
export async function readMessageFiles({
  messages,
  readAttachment,
  takesImages = true,
  resultImages,
  resultAudio = false,
}: Pick<RunRequest, 'messages' | 'readAttachment' | 'takesImages'> & {
  /** `read`: images that tools returned are sent; `name`: only their names. Absent: nothing of them. */
  resultImages?: 'read' | 'name'
  /** Sends sounds that tools returned. */
  resultAudio?: boolean
}): Promise<MessageFiles> {
  const files = new Map<AttachmentPart, MessageFile>()
  if (readAttachment === undefined) return files
  const budget = { count: maxImages, bytes: maxImageBytes }
  const resultBudget = { count: maxResultImages, bytes: maxResultBytes }

  /** Why an image is not read; null if it is. */
  const reasonAgainst = (part: AttachmentPart, isOfResult: boolean): MessageFile | null => {
    const isSeen = isOfResult ? resultImages === 'read' || isHeard(part.mediaType) : takesImages
    if (!isSeen) return { kind: 'unseen' }
    const { sizeBytes, width = 0, height = 0 } = part
    const { bytes, side } = maxResultImage
    if (isOfResult && (sizeBytes > bytes || Math.max(width, height) > side)) return { kind: 'too-large' }
    const budgets = isOfResult ? [budget, resultBudget] : [budget]
    return budgets.every((left) => left.count > 0 && left.bytes >= sizeBytes) ? null : { kind: 'left-out' }
  }

  for (const { role, parts } of messages.toReversed()) {
    const isOfResult = role === 'assistant'
    if (role !== 'user' && !(isOfResult && resultImages !== undefined)) continue
    for (const part of isOfResult ? parts.toReversed() : parts) {
      if (part.type !== 'attachment' || (isOfResult && part.toolCallId === undefined)) continue
      const kind = attachmentKind(part.mediaType)
      const isImage = kind === 'image'
      // Nothing else that a tool returns is sent, and no other sound.
      const isSent = isOfResult ? isImage || (isHeard(part.mediaType) && resultAudio) : kind !== 'audio'
      if (!isSent) continue
      const reason = isImage || isOfResult ? reasonAgainst(part, isOfResult) : null
      const content: MessageFile = reason ?? (await readAttachment(part)) ?? { kind: 'gone' }
      files.set(part, content)
      if (content.kind !== 'image' && content.kind !== 'audio') continue
      for (const left of isOfResult ? [budget, resultBudget] : [budget]) {
        left.count -= 1
        left.bytes -= content.bytes.length
      }
    }
  }
  return files
}

/** True if models that accept sounds accept this type. */
export function isHeard(mediaType: string): boolean {
  return attachmentKind(mediaType) === 'audio' && mediaType !== 'audio/mp4'
}

/** A part as text for a model: what somebody wrote, a form, or a file; empty for parts that are no such text. */
export function partText(part: Part, files: MessageFiles): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'form':
      return formText(part)
    case 'attachment':
      return fileText(part, files.get(part))
    case 'reasoning':
    case 'tool-call':
    case 'tool-result':
    case 'plan':
    case 'sources':
    case 'knowledge':
    case 'error':
      return ''
    default:
      return assertNever(part)
  }
}

/** A file as text: its name and content, or a note that it is attached. */
export function fileText(part: AttachmentPart, file: MessageFile | undefined): string {
  if (file === undefined) return `[Attached file: ${part.name} (${part.mediaType})]`
  const word = attachmentKind(part.mediaType) === 'audio' ? 'sound' : 'image'
  switch (file.kind) {
    case 'text':
      return `Attached file: ${part.name}\n${fencedCode(file.text)}`
    case 'pdf':
      return file.text === ''
        ? `[Attached PDF: ${part.name}. It has no readable text. It may be a scan.]`
        : `Attached PDF (extracted text): ${part.name}\n${fencedCode(file.text)}`
    case 'image':
      return `[Attached image: ${part.name}]`
    case 'audio':
      return `[Attached audio: ${part.name}]`
    case 'unseen':
      return `[Attached image: ${part.name}. It was not sent because this model does not accept images.]`
    case 'left-out':
      return `[Attached ${word}: ${part.name}. It was not sent again because newer ${word}s take up all the space.]`
    case 'too-large':
      return `[Attached ${word}: ${part.name}. It was not sent because it is too large.]`
    case 'gone':
      return `[Attached file: ${part.name} (${part.mediaType}). It is no longer available.]`
    default:
      return assertNever(file)
  }
}

/** The text that replaces a file that could not be kept. `sizeBytes` is null when the size is unknown. */
export function lostFileText(mediaType: string, sizeBytes: number | null): string {
  const subtype = subtypeOf(mediaType)
  const size = sizeBytes === null ? '' : `, ${sizeBytes.toLocaleString('en')} bytes`
  return `\n\n*A file in this answer (${subtype}${size}) could not be saved.*\n\n`
}

/** The subtype of a media type, such as `png`; of a sound, as its files are usually named. */
export function subtypeOf(mediaType: string): string {
  if (mediaType === 'audio/mpeg') return 'mp3'
  if (mediaType === 'audio/mp4') return 'm4a'
  return /^[a-z]+\/([a-z0-9]+)/i.exec(mediaType)?.[1] ?? 'file'
}

/** A form as text for a model: its title, and the values if the user submitted them. */
export function formText(part: FormPart): string {
  if (part.isDeclined === true) return `[The user declined to fill in the form "${part.title}".]`
  if (part.values === undefined) return `[The user was asked to fill in the form "${part.title}".]`
  const lines = Object.entries(part.values).map(([name, value]) => `${name}: ${valueText(value)}`)
  return [`[The user filled in the form "${part.title}".]`, ...lines].join('\n')
}

/** A value of unknown shape as text: strings unchanged, everything else as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Enough for a model to know what a call did. */
const maxCallChars = 300

/** An agent's tool call as text for another model, without its result. */
export function agentCallText(call: ToolCallPart): string {
  const files = (call.changes ?? []).map(({ kind, path }) => `${kind} ${path}`).join(', ')
  const what = files === '' ? (call.title ?? `${call.toolName} ${valueText(call.input)}`) : files
  const line = oneLine(what)
  const shown = line.length > maxCallChars ? `${line.slice(0, maxCallChars).toWellFormed()}…` : line
  const end = call.state === 'done' ? '' : ` (${call.state})`
  return `\n[The agent used a tool: ${shown}${end}]\n`
}

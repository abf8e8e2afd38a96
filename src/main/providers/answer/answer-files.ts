import { lostFileText } from '../../run-source/message-files'
import type { SourceEvent } from '../../run-source/run-source'
import { type Foreign, objectIn, textIn } from './foreign'

/** A file in a part of an answer: its data, a link (which is never followed), or neither. */
export type FoundFile =
  | { type: 'data'; mediaType: string; bytes: Buffer }
  | { type: 'link'; address: URL }
  | { type: 'lost'; mediaType: string; sizeBytes: number | null }

/** The largest file that Parley keeps, in base64 characters. */
const longestFileChars = 34 * 1024 * 1024
/** Fields that only a file has: its URL, its data, or an object that contains either. */
const fileFields = [
  'image_url',
  'imageUrl',
  'audio_url',
  'video_url',
  'file_url',
  'inlineData',
  'inline_data',
  'fileData',
  'file_data',
  'image',
  'audio',
  'input_audio',
  'file',
  'image_base64',
  'b64_json',
] as const
/** Fields with a file's URL, or with an object that describes the file. */
const wrapperFields = [...fileFields, 'source', 'url', 'fileUri', 'file_uri', 'uri'] as const
/** Fields with a file's data in base64. */
const dataFields = ['b64_json', 'image_base64', 'base64', 'data', 'result'] as const
const typeFields = ['media_type', 'mime_type', 'mimeType', 'mediaType', 'content_type'] as const

/** True if a part's fields show that it is a file, whatever its type says. */
export function isFilePart(part: Foreign): boolean {
  const type = textIn(part['type'])
  return (
    /^(?:output_|input_|generated_)?(?:image|audio|video|file)(?:_url|_file|_data)?$/.test(type) ||
    objectIn(part['source']) !== null ||
    fileFields.some((field) => (part[field] ?? null) !== null)
  )
}

/** The file in a part, in any shape that a family uses; null when there is none. */
export function fileIn(part: unknown, mediaType = '', levels = 4): FoundFile | null {
  if (typeof part === 'string') return fileAt(part, mediaType)
  const fields = objectIn(part)
  if (fields === null || levels === 0) return null
  const type = mediaTypeIn(fields) || mediaType
  for (const field of dataFields) {
    const data = textIn(fields[field])
    if (data !== '') return data.startsWith('data:') ? fileAt(data, type) : base64File(data, type)
  }
  for (const field of wrapperFields) {
    const found = fileIn(fields[field], type || kindOf(field), levels - 1)
    if (found !== null) return found
  }
  return null
}

/** A string in place of a file: its data or its URL. */
function fileAt(text: string, mediaType: string): FoundFile | null {
  if (text === '') return null
  const head = /^data:([^;,]*)((?:;[^,;]*)*),/i.exec(text.slice(0, 300))
  if (head !== null) {
    const type = head[1] || mediaType
    const data = text.slice(head[0].length)
    return /;base64$/i.test(head[2] ?? '') ? base64File(data, type) : plainFile(data, type)
  }
  const address = text.length > 10_000 ? null : URL.parse(text)
  if (address !== null && /^https?:$/.test(address.protocol)) return { type: 'link', address }
  const isBase64 = address === null && text.length >= 64 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
  return isBase64 ? base64File(text, mediaType) : { type: 'lost', mediaType, sizeBytes: null }
}

function base64File(data: string, mediaType: string): FoundFile {
  if (data.length > longestFileChars) {
    return { type: 'lost', mediaType, sizeBytes: Math.floor((data.length * 3) / 4) }
  }
  return dataFile(Buffer.from(data, 'base64'), mediaType)
}

/** The event of a file in an answer. A link becomes text; nothing that a model links to is fetched. */
export function eventOfFile(found: FoundFile): SourceEvent {
  switch (found.type) {
    case 'data':
      return { type: 'file', mediaType: found.mediaType, bytes: found.bytes }
    case 'link':
      return { type: 'text-delta', text: `\n\n[${found.address.hostname}](<${found.address.href}>)\n\n` }
    case 'lost':
      return { type: 'text-delta', text: lostFileText(found.mediaType, found.sizeBytes) }
    default:
      return found satisfies never
  }
}

/** A file, such as audio, that arrives in pieces of base64. */
export class FilePieces {
  #pieces: Buffer[] = []
  #sizeBytes = 0

  /** Keeps the next piece. False if it is empty, or if the file is too large already. */
  add(base64: unknown): boolean {
    const bytes = Buffer.from(textIn(base64), 'base64')
    if (bytes.length === 0 || this.#sizeBytes > longestFileChars) return false
    this.#pieces.push(bytes)
    this.#sizeBytes += bytes.length
    return true
  }

  /** The event of the whole file; null if no piece arrived. */
  take(): SourceEvent | null {
    if (this.#pieces.length === 0) return null
    const bytes = Buffer.concat(this.#pieces)
    this.#pieces = []
    const mediaType = bytes.toString('latin1', 0, 4) === 'RIFF' ? 'audio/wav' : 'audio/pcm'
    return bytes.length > longestFileChars
      ? { type: 'text-delta', text: lostFileText(mediaType, bytes.length) }
      : { type: 'file', mediaType, bytes }
  }
}

/** The file in a data URL that is not base64. */
function plainFile(data: string, mediaType: string): FoundFile {
  if (data.length > longestFileChars) return { type: 'lost', mediaType, sizeBytes: data.length }
  try {
    return dataFile(Buffer.from(decodeURIComponent(data)), mediaType)
  } catch {
    return dataFile(Buffer.from(data), mediaType) // An invalid percent escape is kept as it is.
  }
}

function dataFile(bytes: Buffer, mediaType: string): FoundFile {
  return bytes.length === 0
    ? { type: 'lost', mediaType, sizeBytes: null }
    : { type: 'data', mediaType: mediaType || 'application/octet-stream', bytes }
}

function mediaTypeIn(fields: Foreign): string {
  const named = typeFields.map((field) => textIn(fields[field])).find((type) => type !== '')
  if (named !== undefined) return named
  const kind = kindOf(textIn(fields['type']))
  const format = textIn(fields['format']) || textIn(fields['output_format'])
  if (format === '') return kind
  return `${kind.split('/')[0] || 'image'}/${format}`
}

/** The kind of file that a name such as `image_url` implies; most servers send PNG and WAV. */
function kindOf(name: string): string {
  if (name.includes('image')) return 'image/png'
  if (name.includes('audio')) return 'audio/wav'
  return name.includes('video') ? 'video/mp4' : ''
}

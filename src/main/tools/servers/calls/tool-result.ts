import { deepEqual } from '../../../../shared/deep-equal'
import { isRecord } from '../../../../shared/record'
import { imageDimensions, imageTypeOf, isWholeImage, soundTypeOf } from '../../../base/files/media-bytes'
import type { ToolResult } from '../../tool'

type Files = NonNullable<ToolResult['files']>

const mostFiles = 20
/** Blocks of one result that are read separately. */
const mostBlocks = 10_000
const typeChars = 100
/** Fields of a result that say nothing to a model. */
const ownFields = new Set(['content', 'structuredContent', 'isError', '_meta', 'resultType'])

/** A result as its server sent it: what a model gets of it, and its structured part. */
export interface ReadResult {
  result: ToolResult
  /** Undefined if it has none. */
  structured: unknown
}

/**
 * Reads a result of a server: text for the model, and its images and sounds, which some models get, too. The tool has
 * acted, so nothing is an error because it has another shape than the protocol says: what is not understood becomes text.
 */
export function readToolResult(given: unknown): ReadResult {
  const files: Files = []
  const { blocks, structured, isError } = partsOf(given)
  const texts = blocks.slice(0, mostBlocks).map((block) => textOf(block, files))
  if (blocks.length > mostBlocks) texts.push(`[${blocks.length - mostBlocks} more parts, left out]`)
  if (structured !== undefined && !isRepeated(structured, texts)) texts.push(asJson(structured))
  const result = {
    text: texts.join('\n\n'),
    ...(isError ? { isError } : {}),
    ...(files.length === 0 ? {} : { files }),
  }
  return { result, structured }
}

function partsOf(given: unknown): { blocks: unknown[]; structured: unknown; isError: boolean } {
  if (!isRecord(given)) {
    const isList = Array.isArray(given) && given.length > 0 && given.every((each) => isBlock(each))
    const blocks = isList ? given : given === null || given === undefined ? [] : [given]
    return { blocks, structured: undefined, isError: false }
  }
  const { content, structuredContent: structured, isError } = given
  const listed = content === undefined || content === null ? [] : Array.isArray(content) ? content : [content]
  const others = Object.entries(given).filter(([name]) => !ownFields.has(name))
  // A result without a part of its own, such as that of a version before the first.
  const isForeign = listed.length === 0 && structured === undefined && others.length > 0
  const blocks = isForeign ? [Object.fromEntries(others)] : listed
  return { blocks, structured, isError: isError === true || isError === 'true' }
}

function isBlock(value: unknown): boolean {
  return isRecord(value) && typeof value['type'] === 'string'
}

function textOf(block: unknown, files: Files): string {
  if (!isRecord(block)) return asText(block)
  const { type, text, resource } = block
  if (type === 'text' && text !== undefined) return asText(text)
  const file = fileIn(block)
  if (file !== null) return fileText(file.data, file.mimeType, files)
  if (type === 'resource_link') return linkText(block)
  if (type === 'resource' && isRecord(resource)) return resourceText(resource, files)
  return asJson(block)
}

/** A picture or a sound as the protocol writes it, or as the providers of models do. */
function fileIn(block: Record<string, unknown>): { data: string; mimeType: unknown } | null {
  const { type, data, mimeType, source, image_url: address } = block
  if (type !== 'image' && type !== 'audio' && type !== 'image_url') return null
  if (typeof data === 'string') return { data, mimeType }
  if (isRecord(source) && typeof source['data'] === 'string') {
    return { data: source['data'], mimeType: source['media_type'] }
  }
  const url = isRecord(address) ? address['url'] : address
  return typeof url === 'string' && url.startsWith('data:') ? { data: url, mimeType } : null
}

function linkText({ name, title, uri, description }: Record<string, unknown>): string {
  const names = [name ?? title, uri].filter((each) => each !== undefined).map(asText)
  const line = `[resource: ${names.join(', ')}]`
  return description === undefined ? line : `${line}\n${asText(description)}`
}

function resourceText(resource: Record<string, unknown>, files: Files): string {
  const { uri, text, blob, mimeType } = resource
  const line = `[resource: ${asText(uri ?? '')}]`
  if (text !== undefined) return `${line}\n${asText(text)}`
  return `${line}\n${typeof blob === 'string' ? fileText(blob, mimeType, files) : asJson(resource)}`
}

function fileText(data: string, mimeType: unknown, files: Files): string {
  // Some servers send the address of a picture instead of its bytes.
  const bytes = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data
  const kilobytes = Math.ceil((bytes.length * 3) / 4 / 1_000)
  const file = files.length < mostFiles ? usableFile(Buffer.from(bytes, 'base64')) : null
  if (file === null) {
    return `[file: ${asText(mimeType ?? '').slice(0, typeChars)}, ${kilobytes} kB, left out]`
  }
  files.push(file)
  const kind = file.mediaType.startsWith('audio/') ? 'sound: ' : ''
  return `[${kind}${file.mediaType}, ${kilobytes} kB]`
}

/**
 * The file with the type that its bytes have, whatever the server says; null for what Parley cannot show. An image of
 * another kind could contain a program, and a provider would reject the whole request because of a damaged one.
 */
function usableFile(bytes: Buffer): Files[number] | null {
  const imageType = imageTypeOf(bytes)
  if (imageType === null) {
    const mediaType = soundTypeOf(bytes)
    return mediaType === null ? null : { mediaType, bytes }
  }
  const isUsable = imageDimensions(bytes, imageType) !== null && isWholeImage(bytes, imageType)
  return isUsable ? { mediaType: imageType, bytes } : null
}

/** True if a text repeats the structured result, as the protocol recommends. */
function isRepeated(structured: unknown, texts: readonly string[]): boolean {
  return texts.some((text) => {
    if (text === structured) return true
    try {
      return deepEqual(JSON.parse(text), structured)
    } catch {
      // Text that is not JSON cannot repeat it.
      return false
    }
  })
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : asJson(value)
}

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

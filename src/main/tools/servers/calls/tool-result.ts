import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'

import { deepEqual } from '../../../../shared/deep-equal'
import { assertNever } from '../../../../shared/invariant'
import { imageDimensions, imageTypeOf, isWholeImage } from '../../../base/files/image-bytes'
import { soundTypeOf } from '../../../base/files/sound-bytes'
import type { ToolResult } from '../../tool'

type Files = NonNullable<ToolResult['files']>

const mostFiles = 20

/** A result of a server: text for the model, and its images and sounds, which some models get, too. */
export function toolResult(result: CallToolResult): ToolResult {
  const files: Files = []
  const texts = result.content.map((block) => textOf(block, files))
  const structured = structuredText(result, texts)
  const text = [...texts, ...(structured === null ? [] : [structured])].join('\n\n')
  return {
    text,
    ...(result.isError === true ? { isError: true } : {}),
    ...(files.length === 0 ? {} : { files }),
  }
}

function textOf(block: ContentBlock, files: Files): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return fileText(block, files)
    case 'resource_link': {
      const { name, uri, description } = block
      return [`[resource: ${name}, ${uri}]`, description].filter((line) => line !== undefined).join('\n')
    }
    case 'resource': {
      const { uri, mimeType } = block.resource
      if ('text' in block.resource) return `[resource: ${uri}]\n${block.resource.text}`
      return `[resource: ${uri}]\n${fileText({ data: block.resource.blob, mimeType: mimeType ?? '' }, files)}`
    }
    default:
      return assertNever(block)
  }
}

function fileText({ data, mimeType }: { data: string; mimeType: string }, files: Files): string {
  const kilobytes = Math.ceil((data.length * 3) / 4 / 1_000)
  const file = files.length < mostFiles ? usableFile(Buffer.from(data, 'base64')) : null
  if (file === null) {
    return `[file: ${mimeType.slice(0, 100)}, ${kilobytes} kB, left out]`
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

/** The structured result, unless a text repeats it, as the protocol recommends. */
function structuredText({ structuredContent }: CallToolResult, texts: readonly string[]): string | null {
  if (structuredContent === undefined) return null
  const isRepeated = texts.some((text) => {
    try {
      return deepEqual(JSON.parse(text), structuredContent)
    } catch {
      // Text that is not JSON cannot repeat it.
      return false
    }
  })
  return isRepeated ? null : JSON.stringify(structuredContent)
}

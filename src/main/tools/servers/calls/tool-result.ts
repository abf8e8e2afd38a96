import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'

import { deepEqual } from '../../../../shared/deep-equal'
import { assertNever } from '../../../../shared/invariant'
import { imageDimensions, imageTypeOf, isWholeImage } from '../../../base/files/image-bytes'
import type { ToolResult } from '../../tool'

type Files = NonNullable<ToolResult['files']>

/** Kinds of files that Parley can show; an image of another kind could contain a program. */
const usableMedia = /^(?:image\/(?:png|jpeg|gif|webp)|audio\/[\w.+-]{1,60})$/

const mostFiles = 20

/** A result of a server: text for the model, and its files, of which the model gets the images, too. */
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
  const file = usableFile({ data, mimeType })
  if (file === null || files.length >= mostFiles) {
    return `[file: ${mimeType.slice(0, 100)}, ${kilobytes} kB, left out]`
  }
  files.push(file)
  return `[${file.mediaType}, ${kilobytes} kB]`
}

/** Null for what Parley cannot show, and for a damaged image: a provider would reject the whole request because of it. */
function usableFile({ data, mimeType }: { data: string; mimeType: string }): Files[number] | null {
  const declared = mimeType.toLowerCase()
  if (!usableMedia.test(declared)) return null
  const bytes = Buffer.from(data, 'base64')
  if (!declared.startsWith('image/')) return { mediaType: declared, bytes }
  const mediaType = imageTypeOf(bytes)
  const isUsable =
    mediaType !== null && imageDimensions(bytes, mediaType) !== null && isWholeImage(bytes, mediaType)
  return isUsable ? { mediaType, bytes } : null
}

/** The structured result, unless a text repeats it, as the protocol recommends. */
function structuredText({ structuredContent }: CallToolResult, texts: readonly string[]): string | null {
  if (structuredContent === undefined) return null
  const isRepeated = texts.some((text) => {
    try {
      return deepEqual(JSON.parse(text), structuredContent)
    } catch {
      // Prose.
      return false
    }
  })
  return isRepeated ? null : JSON.stringify(structuredContent)
}

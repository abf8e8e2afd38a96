import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'

import { deepEqual } from '../../../../shared/deep-equal'
import { assertNever } from '../../../../shared/invariant'
import type { ToolResult } from '../../tool'

type Files = NonNullable<ToolResult['files']>

/** Kinds of files that Parley can show; an image of another kind could contain a program. */
const usableMedia = /^(?:image\/(?:png|jpeg|gif|webp)|audio\/[\w.+-]{1,60})$/

const mostFiles = 20

/** A result of a server for the model, which gets only text, and its files for the user. */
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
  const mediaType = mimeType.toLowerCase()
  const kilobytes = Math.ceil((data.length * 3) / 4 / 1_000)
  if (!usableMedia.test(mediaType) || files.length >= mostFiles) {
    return `[file: ${mimeType.slice(0, 100)}, ${kilobytes} kB, not shown]`
  }
  files.push({ mediaType, bytes: Buffer.from(data, 'base64') })
  return `[${mediaType}, ${kilobytes} kB, shown to the user]`
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

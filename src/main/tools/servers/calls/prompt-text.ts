import { z } from 'zod'

import type { ResourceContent } from '../connection/connection'

const textBlock = z.object({ type: z.literal('text'), text: z.string() })
const resourceBlock = z.object({
  type: z.literal('resource'),
  resource: z.object({ uri: z.string(), text: z.string() }),
})

/** The texts of a prompt's messages, in order. What is not text is left out. */
export function promptText(messages: readonly { content: unknown }[]): string {
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? (content as unknown[]) : [content]))
    .flatMap((content) => {
      if (typeof content === 'string') return [content]
      const text = textBlock.safeParse(content).data?.text
      if (text !== undefined) return [text]
      const resource = resourceBlock.safeParse(content).data?.resource
      return resource === undefined ? [] : [`[resource: ${resource.uri}]\n${resource.text}`]
    })
    .join('\n\n')
}

/** The text of a resource, and its type. Files are named instead. */
export function resourceText(contents: readonly ResourceContent[]): {
  text: string
  mediaType: string | null
} {
  const parts = contents.map(({ text, blob, mimeType }) => {
    if (text !== undefined) return text
    const kilobytes = Math.ceil(((blob ?? '').length * 3) / 4 / 1_000)
    return `[file: ${mimeType ?? ''}, ${kilobytes} kB]`
  })
  return { text: parts.join('\n\n'), mediaType: contents[0]?.mimeType ?? null }
}

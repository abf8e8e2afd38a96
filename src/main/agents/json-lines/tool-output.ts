import { z } from 'zod'

const contentBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image') }),
])

/** The output of a tool as text; an image in it becomes `[image]`. */
export function toolOutput(content: unknown): unknown {
  if (!Array.isArray(content)) return content ?? ''
  const texts = content.map((item: unknown) => {
    const block = contentBlock.safeParse(item)
    if (!block.success) return JSON.stringify(item)
    return block.data.type === 'text' ? block.data.text : '[image]'
  })
  return texts.join('\n')
}

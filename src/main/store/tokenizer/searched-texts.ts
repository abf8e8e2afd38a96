import { isRecord } from '../../../shared/record'
import type { Part, ReasoningPart, TextPart } from '../../../shared/sessions/messages'

/** The searchable content of a message. */
export interface SearchedTexts {
  text: string
  reasoning: string
  /** The inputs and results of its tools, the names of tools and files, its sources, plan and forms. */
  details: string
}

/** A longer value in base64, such as an image, is cut: its beginning is enough to find it. */
const maxBlobChars = 2_000
const blob = /^(?:data:[^,]{0,200},)?[\w+/=-]*$/

/** The searchable content of a message's parts. */
export function textsOf(parts: readonly Part[]): SearchedTexts {
  const text: string[] = []
  const reasoning: string[] = []
  const details: string[] = []
  for (const part of parts) {
    if (part.type === 'text') text.push(part.text)
    else if (part.type === 'reasoning') reasoning.push(part.text)
    else addValue(detailsOf(part), details)
  }
  return { text: text.join('\n'), reasoning: reasoning.join('\n'), details: details.join('\n') }
}

function detailsOf(part: Exclude<Part, TextPart | ReasoningPart>): unknown {
  switch (part.type) {
    case 'tool-call':
      return [part.toolName, part.title, part.input, part.output, part.changes?.map(({ path }) => path)]
    case 'tool-result':
      return part.output
    case 'attachment':
      return part.name
    case 'sources':
      return part.sources.map(({ url, title = '' }) => `${title} ${url}`)
    case 'plan':
      return part.entries
    case 'form':
      return [part.title, part.values]
    case 'error':
      return part.message
    case 'knowledge':
      // The text of the knowledge is in its files.
      return null
    default:
      // A stored part is not checked, so that a search never fails because of one.
      return null
  }
}

/** Adds the names and values in a value of any shape, in order. A loop, since imported values may be nested deeply. */
function addValue(value: unknown, details: string[]): void {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') details.push(isBlob(next) ? next.slice(0, maxBlobChars) : next)
    else if (typeof next === 'number') details.push(String(next))
    else if (Array.isArray(next))
      for (let index = next.length - 1; index >= 0; index -= 1) waiting.push(next[index])
    else if (isRecord(next))
      for (const [name, inner] of Object.entries(next).toReversed()) waiting.push(inner, name)
  }
}

function isBlob(text: string): boolean {
  return text.length > maxBlobChars && blob.test(text.slice(0, maxBlobChars))
}

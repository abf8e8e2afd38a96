import { isRecord } from '../../../shared/record'
import { estimatedTokens } from '../../../shared/text/estimated-tokens'
import type { Foreign } from '../answer/foreign'

/** The families' names for the parts of a request that the model reads. */
const readFields = ['system', 'instructions', 'systemInstruction', 'messages', 'input', 'contents', 'tools']
/** Names, files, and what only the provider can read. */
const unread = /^(?:type|role|id|call_id|\w*_id|data|signature|\w*thought_?signature|encrypted_content)$/i

/** A rough number of the tokens in the text of a request, without files. `fields`: the parts of it that count. */
export function estimatedPrompt(body: Foreign, fields: readonly string[] = readFields): number {
  return fields.reduce((sum, field) => sum + tokensIn(body[field]), 0)
}

function tokensIn(value: unknown): number {
  if (typeof value === 'string') return value.startsWith('data:') ? 0 : estimatedTokens(value)
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + tokensIn(item), 0)
  if (!isRecord(value)) return 0
  return Object.entries(value).reduce(
    (sum, [name, inner]) => (unread.test(name) ? sum : sum + tokensIn(inner)),
    0,
  )
}

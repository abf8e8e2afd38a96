import { lookupTable } from '../../../shared/lookup-table'
import { isRecord } from '../../../shared/record'
import type { Dialect } from './dialects'

/** How a server is asked to continue the answer at the end of a request. */
export interface PrefillStyle {
  /** A field of that message, set to true. */
  field: string
  /** The path that replaces that of the server's address, if only that one continues answers. */
  path?: string
}

/**
 * Servers whose documentation promises it for all their models. Others ignore such a field, and their models then
 * begin a second answer.
 * @see https://docs.mistral.ai/api
 * @see https://api-docs.deepseek.com/guides/chat_prefix_completion
 */
const styles = lookupTable<PrefillStyle>({
  'api.mistral.ai': { field: 'prefix' },
  'api.deepseek.com': { field: 'prefix', path: '/beta' },
})

/** How the server at this address continues answers; null if it is not known to. */
export function prefillAt(baseUrl: string): PrefillStyle | null {
  return styles.get(URL.parse(baseUrl)?.hostname ?? '') ?? null
}

/** The address for requests that end with the beginning of the answer. */
export function prefillAddress(baseUrl: string, { path }: PrefillStyle): string {
  return path === undefined ? baseUrl : (URL.parse(path, baseUrl)?.href ?? baseUrl)
}

/** The dialect for such requests. One that ends with results of tools is written as usual. */
export function withPrefill(dialect: Dialect, { field }: PrefillStyle): Dialect {
  return (given) => {
    const body = dialect(given)
    const messages: unknown = body['messages']
    if (!Array.isArray(messages)) return body
    const last: unknown = messages.at(-1)
    if (!isRecord(last) || last['role'] !== 'assistant') return body
    return { ...body, messages: [...(messages.slice(0, -1) as unknown[]), { ...last, [field]: true }] }
  }
}

import { lookupTable } from '../../../shared/lookup-table'
import { isRecord } from '../../../shared/record'

/** The body of a request with OpenAI's fields. */
export type ChatBody = Record<string, unknown>

/** Converts a request body to what one provider accepts. */
export type Dialect = (body: ChatBody) => ChatBody

/** OpenAI's own fields, which local servers accept too. */
export const plainDialect: Dialect = (body) => body

const dialects = lookupTable<Dialect>({
  'api.mistral.ai': mistralDialect,
  'api.deepseek.com': deepSeekDialect,
  'api.groq.com': groqDialect,
  'api.x.ai': xaiDialect,
  'api.together.xyz': togetherDialect,
  'api.together.ai': togetherDialect,
  'openrouter.ai': openRouterDialect,
  'api.minimax.io': miniMaxDialect,
  'api.minimaxi.com': miniMaxDialect,
})

/** The dialect for this address. */
export function dialectAt(baseUrl: string): Dialect {
  return dialects.get(URL.parse(baseUrl)?.hostname ?? '') ?? plainDialect
}

/** True if only an answer may follow the results of tools. */
export function hasStrictTurns(dialect: Dialect): boolean {
  return dialect === mistralDialect
}

/**
 * Mistral rejects unknown fields, and reports usage without being asked. Its smaller models think fully or not at all.
 * @see https://docs.mistral.ai/api
 */
function mistralDialect({ seed, reasoning_effort: effort, ...body }: ChatBody): ChatBody {
  delete body['stream_options']
  const isGraded = String(body['model']).includes('large')
  return {
    ...body,
    random_seed: seed,
    reasoning_effort: effort === undefined || effort === 'none' || isGraded ? effort : 'high',
  }
}

/** DeepSeek has a separate field to turn thinking off. @see https://api-docs.deepseek.com/guides/thinking_mode */
function deepSeekDialect({ reasoning_effort: effort, ...body }: ChatBody): ChatBody {
  if (effort === undefined) return body
  return effort === 'none'
    ? { ...body, thinking: { type: 'disabled' } }
    : { ...body, thinking: { type: 'enabled' }, reasoning_effort: effort }
}

/** Groq's Qwen models have two effort levels, its GPT-OSS models three. @see https://console.groq.com/docs/reasoning */
function groqDialect({ reasoning_effort: effort, ...body }: ChatBody): ChatBody {
  if (effort === undefined) return body
  if (String(body['model']).includes('qwen')) {
    return { ...body, reasoning_effort: effort === 'none' ? 'none' : 'default' }
  }
  return { ...body, reasoning_effort: atLeastLow(effort) }
}

/** xAI has no minimal effort. @see https://docs.x.ai/docs/guides/reasoning */
function xaiDialect({ reasoning_effort: effort, ...body }: ChatBody): ChatBody {
  if (effort === undefined) return body
  return { ...body, reasoning_effort: effort === 'minimal' ? 'low' : effort }
}

/** Together turns the thinking of most models on and off. @see https://docs.together.ai/docs/inference/chat/reasoning */
function togetherDialect({ reasoning_effort: effort, ...body }: ChatBody): ChatBody {
  if (effort === undefined) return body
  if (String(body['model']).includes('gpt-oss')) return { ...body, reasoning_effort: atLeastLow(effort) }
  return { ...body, reasoning: { enabled: effort !== 'none' } }
}

/** OpenRouter has one field for all its models. @see https://openrouter.ai/docs/use-cases/reasoning-tokens */
function openRouterDialect({ reasoning_effort: effort, ...body }: ChatBody): ChatBody {
  return effort === undefined ? body : { ...body, reasoning: { effort } }
}

/**
 * MiniMax wants the reasoning of its models back, which it otherwise sends as part of the text.
 * @see https://platform.minimax.io/docs/guides/text-m2-function-call
 */
function miniMaxDialect(body: ChatBody): ChatBody {
  return /^minimax-m\d/i.test(String(body['model'])) ? { ...body, reasoning_split: true } : body
}

/** The effort for models that always think. */
function atLeastLow(effort: unknown): unknown {
  return effort === 'none' || effort === 'minimal' ? 'low' : effort
}

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

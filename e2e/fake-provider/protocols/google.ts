import { sseEvent } from '../sse-event.ts'
import type {
  AnswerEvents,
  Asked,
  CallPiece,
  FakeError,
  Protocol,
  TokenField,
  UsageCounts,
} from './protocol.ts'

const modelsPath = '/v1beta/models'
/** The default number of models per page. */
const defaultPageSize = 50

/** Google's Gemini API; its paths begin with `/v1beta` instead of `/v1`. */
export const google: Protocol = {
  modelOf: ({ method, path }) => (method === 'POST' ? askedModel(path) : null),
  wantsStream: () => true,
  keyOf: (headers) => headers['x-goog-api-key'] ?? null,
  modelList(message, modelIds) {
    const url = URL.parse(message.path, 'http://fake')
    if (message.method !== 'GET' || url?.pathname !== modelsPath) return undefined
    const size = Number(url.searchParams.get('pageSize') ?? defaultPageSize)
    const start = Number(url.searchParams.get('pageToken') ?? 0)
    const end = start + size
    return {
      models: modelIds.slice(start, end).map(modelEntry),
      ...(end < modelIds.length ? { nextPageToken: String(end) } : {}),
    }
  },
  events: (request) => new GeminiEvents(request),
  refusal: (status, error) =>
    JSON.stringify({ error: googleError(error, status < 400 ? statusOf(error) : status) }),
}

function askedModel(path: string): string | null {
  const found = /^\/v1beta\/models\/([^:?]+):streamGenerateContent\?alt=sse$/.exec(path)
  return found === null ? null : decodeURIComponent(found[1] ?? '')
}

function modelEntry(id: string) {
  return {
    name: `models/${id}`,
    version: '001',
    displayName: id,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
  }
}

/** Maps OpenAI's finish reasons to Google's. */
const finishReasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    stop: 'STOP',
    tool_calls: 'STOP',
    length: 'MAX_TOKENS',
    content_filter: 'SAFETY',
  }),
)

/**
 * Chunks of one answer of `streamGenerateContent?alt=sse`. Calls are sent whole, because the API does not
 * stream them in pieces.
 */
class GeminiEvents implements AnswerEvents {
  readonly #frame: { modelVersion: string; responseId: string }
  readonly #calls = new Map<number, CallPiece>()

  constructor(request: Asked) {
    this.#frame = { modelVersion: request.model, responseId: `gemini-fake-${request.id}` }
  }

  token(field: TokenField, text: string): string {
    return this.#calledParts() + this.#parts([field === 'content' ? { text } : { text, thought: true }])
  }

  call(piece: CallPiece): string {
    const begun = this.#calls.get(piece.index)
    if (begun === undefined) this.#calls.set(piece.index, { ...piece })
    else begun.arguments += piece.arguments
    return ''
  }

  finish(reason: string): string {
    const candidate = {
      content: { parts: [{ text: '' }], role: 'model' },
      finishReason: finishReasons.get(reason) ?? reason,
      index: 0,
    }
    return this.#calledParts() + this.#chunk({ candidates: [candidate] })
  }

  usage({ promptTokens, completionTokens, reasoningTokens }: UsageCounts): string {
    return this.#chunk({
      usageMetadata: {
        promptTokenCount: promptTokens,
        // Google counts thinking separately from the answer.
        candidatesTokenCount: completionTokens - reasoningTokens,
        totalTokenCount: promptTokens + completionTokens,
        ...(reasoningTokens === 0 ? {} : { thoughtsTokenCount: reasoningTokens }),
      },
    })
  }

  /** The API ends the body without an end marker. */
  done(): string {
    return ''
  }

  error(error: FakeError): string {
    return sseEvent(JSON.stringify({ error: googleError(error, statusOf(error)) }))
  }

  #calledParts(): string {
    if (this.#calls.size === 0) return ''
    const parts = [...this.#calls.values()].map((call) => ({
      functionCall: {
        ...(call.id === undefined ? {} : { id: call.id }),
        name: call.name,
        args: argumentsOf(call),
      },
    }))
    this.#calls.clear()
    return this.#parts(parts)
  }

  #parts(parts: unknown[]): string {
    return this.#chunk({ candidates: [{ content: { parts, role: 'model' }, index: 0 }] })
  }

  #chunk(content: Record<string, unknown>): string {
    return sseEvent(JSON.stringify({ ...content, ...this.#frame }))
  }
}

/** Parsed, as the API sends them; invalid JSON is sent as text. */
function argumentsOf(call: CallPiece): unknown {
  if (call.arguments === '') return {}
  try {
    return JSON.parse(call.arguments) as unknown
  } catch {
    return call.arguments
  }
}

const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

function googleError(error: FakeError, status: number) {
  return { code: status, message: error.message, status: statusNames[status] ?? 'UNKNOWN' }
}

/** The status of an error inside a 200 response, which has none. */
function statusOf({ code, type }: FakeError): number {
  if (typeof code === 'number') return code
  const name = `${code ?? ''} ${type ?? ''}`
  if (/rate_limit|quota/.test(name)) return 429
  if (/overloaded|server_error/.test(name)) return 503
  return 400
}

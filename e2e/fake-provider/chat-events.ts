import type { FakeRequest } from './fake-request.ts'
import type { TokenField } from './script.ts'

/** One server-sent event. */
export function sseEvent(data: string): string {
  return `data: ${data}\n\n`
}

/** Chunks of one chat completion, in OpenAI's shape. */
export class ChatEvents {
  readonly #frame: { id: string; object: string; created: number; model: string }
  readonly #tokenHead: Record<TokenField, string>

  constructor(request: FakeRequest) {
    this.#frame = {
      id: `chatcmpl-fake-${request.id}`,
      object: 'chat.completion.chunk',
      created: Math.floor(request.arrivedMs / 1000),
      model: request.model,
    }
    const headOf = (field: TokenField) =>
      `data: ${JSON.stringify(this.#frame).slice(0, -1)},"choices":[{"index":0,"delta":{"${field}":`
    this.#tokenHead = {
      content: headOf('content'),
      reasoning_content: headOf('reasoning_content'),
      reasoning: headOf('reasoning'),
    }
  }

  /** Built by hand because a flat-out stream sends tens of thousands a second. */
  token(field: TokenField, text: string): string {
    return `${this.#tokenHead[field]}${JSON.stringify(text)}},"finish_reason":null}]}\n\n`
  }

  delta(delta: Record<string, unknown>, finishReason: string | null = null): string {
    return sseEvent(
      JSON.stringify({ ...this.#frame, choices: [{ index: 0, delta, finish_reason: finishReason }] }),
    )
  }

  usage(counts: UsageCounts): string {
    return sseEvent(JSON.stringify({ ...this.#frame, choices: [], usage: usageOf(counts) }))
  }

  /** The same answer as one JSON object, for a request that did not ask for a stream. */
  completion(content: string, reasoning: string, finishReason: string, completionTokens: number): string {
    return JSON.stringify({
      ...this.#frame,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content,
            ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
          },
          finish_reason: finishReason,
        },
      ],
      usage: usageOf({ promptTokens: defaultPromptTokens, completionTokens, reasoningTokens: 0 }),
    })
  }
}

/** What a prompt is said to cost when the script does not say. */
export const defaultPromptTokens = 12

interface UsageCounts {
  promptTokens: number
  completionTokens: number
  reasoningTokens: number
  /** In US dollars; most providers do not say. */
  cost?: number | undefined
}

function usageOf(counts: UsageCounts) {
  return {
    prompt_tokens: counts.promptTokens,
    completion_tokens: counts.completionTokens,
    total_tokens: counts.promptTokens + counts.completionTokens,
    completion_tokens_details: { reasoning_tokens: counts.reasoningTokens },
    ...(counts.cost === undefined ? {} : { cost: counts.cost }),
  }
}

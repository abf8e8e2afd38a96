import { sseEvent } from '../sse-event.ts'
import { defaultPromptTokens } from '../script.ts'
import { openAiRequests } from './open-ai.ts'
import type {
  AnswerEvents,
  CallPiece,
  Asked,
  FakeError,
  Protocol,
  TokenField,
  UsageCounts,
} from './protocol.ts'

/** OpenAI's Chat Completions API, as most servers implement it. */
export const chatCompletions: Protocol = {
  ...openAiRequests('/v1/chat/completions'),
  modelList(message, modelIds, ownedBy) {
    if (message.method !== 'GET' || message.path !== '/v1/models') return undefined
    const data = modelIds.map((id) => ({ id, object: 'model', created: 0, owned_by: ownedBy }))
    return { object: 'list', data }
  },
  events: (request) => new ChatEvents(request),
}

/** Chunks of one chat completion, in OpenAI's shape. */
class ChatEvents implements AnswerEvents {
  readonly #frame: { id: string; object: string; created: number; model: string }
  readonly #tokenHead: Record<TokenField, string>

  constructor(request: Asked) {
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

  /** Built by hand, because a stream at full speed sends tens of thousands per second. */
  token(field: TokenField, text: string): string {
    return `${this.#tokenHead[field]}${JSON.stringify(text)}},"finish_reason":null}]}\n\n`
  }

  call({ index, id, name, arguments: pieceOfArguments }: CallPiece): string {
    const call = {
      index,
      ...(id === undefined ? {} : { id, type: 'function' }),
      function: { ...(name === undefined ? {} : { name }), arguments: pieceOfArguments },
    }
    return this.#delta({ tool_calls: [call] }, null)
  }

  finish(reason: string): string {
    return this.#delta({}, reason)
  }

  done(): string {
    return sseEvent('[DONE]')
  }

  error(error: FakeError): string {
    return sseEvent(JSON.stringify({ error }))
  }

  usage(counts: UsageCounts): string {
    return sseEvent(JSON.stringify({ ...this.#frame, choices: [], usage: usageOf(counts) }))
  }

  whole({
    content,
    reasoning,
    finishReason,
    tokenCount,
  }: Parameters<NonNullable<AnswerEvents['whole']>>[0]): string {
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
      usage: usageOf({ promptTokens: defaultPromptTokens, completionTokens: tokenCount, reasoningTokens: 0 }),
    })
  }

  #delta(delta: Record<string, unknown>, finishReason: string | null): string {
    return sseEvent(
      JSON.stringify({ ...this.#frame, choices: [{ index: 0, delta, finish_reason: finishReason }] }),
    )
  }
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

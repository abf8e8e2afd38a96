import { sseEvent } from '../sse-event.ts'
import { openAiRequests } from './open-ai.ts'
import type {
  AnswerEvents,
  Asked,
  CallPiece,
  FakeError,
  Protocol,
  TokenField,
  UsageCounts,
} from './protocol.ts'
import { ResponseCall, ResponseMessage, ResponseReasoning } from './response-items.ts'
import type { ResponseItem } from './response-items.ts'

/**
 * OpenAI's Responses API, streamed. Its list of models is that of chat completions.
 * @see https://platform.openai.com/docs/api-reference/responses-streaming
 */
export const responses: Protocol = {
  ...openAiRequests('/v1/responses'),
  modelList: () => undefined,
  events: (request) => new ResponseEvents(request),
}

/** Maps finish reasons to the API's reasons for an incomplete response. Others are sent unchanged. */
const incompleteReasons: ReadonlyMap<string, string> = new Map(
  Object.entries({ length: 'max_output_tokens' }),
)
const completeReasons: ReadonlySet<string> = new Set(['stop', 'tool_calls', 'refusal'])

/** The events of one response. The first piece of an item opens it, and whatever follows closes it. */
class ResponseEvents implements AnswerEvents {
  readonly #response: { id: string; object: string; created_at: number; model: string }
  readonly #items: ResponseItem[] = []
  readonly #calls = new Map<number, ResponseCall>()
  #sequence = 0
  #reason = 'stop'
  #usage: UsageCounts | null = null

  constructor(request: Asked) {
    this.#response = {
      id: `resp_fake_${request.id}`,
      object: 'response',
      created_at: Math.floor(request.arrivedMs / 1000),
      model: request.model,
    }
  }

  begin(): string {
    const response = { ...this.#response, status: 'in_progress', output: [], usage: null }
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response })
  }

  token(field: TokenField, text: string): string {
    const isText = field === 'content'
    const last = this.#items.at(-1)
    if (isText && last instanceof ResponseMessage) return this.#all(last.delta(text))
    if (!isText && last instanceof ResponseReasoning) return this.#all(last.delta(text))
    const closing = this.#close()
    const item = isText ? new ResponseMessage(this.#next()) : new ResponseReasoning(this.#next())
    this.#items.push(item)
    return closing + this.#all([...item.open(), ...item.delta(text)])
  }

  call({ index, id = '', name = '', arguments: pieceOfArguments }: CallPiece): string {
    const begun = this.#calls.get(index)
    if (begun !== undefined) return this.#all(begun.delta(pieceOfArguments))
    const closing = this.#items.at(-1) instanceof ResponseCall ? '' : this.#close()
    const call = new ResponseCall(this.#next(), id, name)
    this.#items.push(call)
    this.#calls.set(index, call)
    return closing + this.#all([...call.open(), ...call.delta(pieceOfArguments)])
  }

  /** A refusal is a part of the message; any other reason is sent with the last event. */
  finish(reason: string): string {
    this.#reason = reason
    const last = this.#items.at(-1)
    const refusal = reason === 'refusal' && last instanceof ResponseMessage ? this.#all(last.refuse()) : ''
    return refusal + this.#close()
  }

  usage(counts: UsageCounts): string {
    this.#usage = counts
    return ''
  }

  done(): string {
    const closing = this.#close()
    const isComplete = completeReasons.has(this.#reason)
    const status = isComplete ? 'completed' : 'incomplete'
    const response = {
      ...this.#response,
      status,
      error: null,
      incomplete_details: isComplete ? null : { reason: incompleteReasons.get(this.#reason) ?? this.#reason },
      output: this.#items.map((item) => item.whole()),
      usage: this.#usage === null ? null : usageOf(this.#usage),
    }
    return closing + this.#event(`response.${status}`, { response })
  }

  error({ message, type, code = type }: FakeError): string {
    return this.#event('error', { code: code ?? null, message, param: null })
  }

  #close(): string {
    return this.#all(this.#items.flatMap((item) => item.close()))
  }

  #next(): number {
    return this.#items.length
  }

  #all(events: readonly [type: string, data: object][]): string {
    return events.map(([type, data]) => this.#event(type, data)).join('')
  }

  #event(type: string, data: object): string {
    const event = sseEvent(JSON.stringify({ type, sequence_number: this.#sequence, ...data }), type)
    this.#sequence += 1
    return event
  }
}

function usageOf(counts: UsageCounts) {
  return {
    input_tokens: counts.promptTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: counts.completionTokens,
    output_tokens_details: { reasoning_tokens: counts.reasoningTokens },
    total_tokens: counts.promptTokens + counts.completionTokens,
  }
}

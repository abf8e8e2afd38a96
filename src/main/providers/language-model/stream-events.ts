import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'

import { assertNever } from '../../../shared/invariant'
import type { ProviderData, Usage } from '../../../shared/messages'
import type { SourceEvent } from '../../base/run-source'
import type { SortedText } from './think-tags'
import { ThinkTagSorter } from './think-tags'

export interface StreamEventsOptions {
  hasThinkTags: boolean
  providerDataKey: string | null
  /** The provider's own name of the model that was asked. */
  askedModelId: string
  /** The name of the model that answers in a chunk as it came, where the library does not tell it. */
  modelOfRaw?: ((chunk: unknown) => string | undefined) | undefined
}

/** Turns the parts of one stream into events of a run. Errors are not among them: the caller throws those. */
export class StreamEvents {
  readonly #thinkTags: ThinkTagSorter | null
  readonly #providerDataKey: string | null
  readonly #modelOfRaw: StreamEventsOptions['modelOfRaw']
  /** The model that is known to answer: a provider names it once or with every chunk. */
  #modelId: string
  /** Its name, until it is said. */
  #unsaidModelId: string | null = null
  /** What came so far with each stretch of reasoning that is not whole. */
  readonly #reasoningData = new Map<string, Record<string, unknown>>()

  constructor(options: StreamEventsOptions) {
    this.#thinkTags = options.hasThinkTags ? new ThinkTagSorter() : null
    this.#providerDataKey = options.providerDataKey
    this.#modelOfRaw = options.modelOfRaw
    this.#modelId = options.askedModelId
  }

  of(part: LanguageModelV4StreamPart): SourceEvent[] {
    if (part.type === 'response-metadata') this.#answeredBy(part.modelId)
    if (part.type === 'raw') this.#answeredBy(this.#modelOfRaw?.(part.rawValue))
    return this.#withModel(this.#eventsOf(part))
  }

  /** Text that was held back because it might have become a tag. */
  rest(): SourceEvent[] {
    return this.#withModel(this.#heldBack())
  }

  #eventsOf(part: LanguageModelV4StreamPart): SourceEvent[] {
    if (part.type === 'text-delta') return this.#textOf(part.delta)
    if (part.type === 'reasoning-start') return this.#reasoningOf(part.id, '', part)
    if (part.type === 'reasoning-delta') return this.#reasoningOf(part.id, part.delta, part)
    if (part.type === 'reasoning-end') return this.#reasoningEnd(part)
    if (part.type === 'tool-call') {
      const { toolCallId, toolName, input } = part
      const call: SourceEvent = { type: 'tool-call', toolCallId, toolName, input: parseInput(input) }
      return [...this.#heldBack(), { ...call, ...this.#asProviderData(this.#dataOf(part)) }]
    }
    if (part.type === 'finish') {
      const finish: SourceEvent = { type: 'finish', reason: reasonOf(part.finishReason) }
      return [...this.#heldBack(), ...usageOf(part.usage), finish]
    }
    return [] // Starts, ends and what this family does not send.
  }

  #heldBack(): SourceEvent[] {
    return this.#thinkTags?.flush().map(deltaOf) ?? []
  }

  #answeredBy(modelId: string | undefined): void {
    if (modelId === undefined || modelId === '' || modelId === this.#modelId) return
    this.#modelId = modelId
    this.#unsaidModelId = modelId
  }

  /**
   * Said with the first of the answer, so that one that is stopped has it too; not before, since a request that failed
   * before anything was said is sent again.
   */
  #withModel(events: SourceEvent[]): SourceEvent[] {
    const model = this.#unsaidModelId
    if (model === null || events.length === 0) return events
    this.#unsaidModelId = null
    return [{ type: 'usage', usage: { model } }, ...events]
  }

  #reasoningOf(id: string, text: string, part: WithMetadata): SourceEvent[] {
    const data = this.#dataOf(part)
    if (data !== undefined) this.#reasoningData.set(id, { ...this.#reasoningData.get(id), ...data })
    return text === '' ? [] : [{ type: 'reasoning-delta', text }]
  }

  /** Signatures go out with the end alone: a stretch that is cut off before it has none. */
  #reasoningEnd(part: WithMetadata & { id: string }): SourceEvent[] {
    this.#reasoningOf(part.id, '', part)
    const data = this.#reasoningData.get(part.id)
    this.#reasoningData.delete(part.id)
    return data === undefined ? [] : [{ type: 'reasoning-delta', text: '', ...this.#asProviderData(data) }]
  }

  #dataOf({ providerMetadata }: WithMetadata): Record<string, unknown> | undefined {
    return this.#providerDataKey === null ? undefined : providerMetadata?.[this.#providerDataKey]
  }

  #asProviderData(data: Record<string, unknown> | undefined): { providerData?: ProviderData } {
    const key = this.#providerDataKey
    return key === null || data === undefined ? {} : { providerData: { [key]: data } }
  }

  #textOf(delta: string): SourceEvent[] {
    if (this.#thinkTags !== null) return this.#thinkTags.push(delta).map(deltaOf)
    return delta === '' ? [] : [{ type: 'text-delta', text: delta }]
  }
}

interface WithMetadata {
  providerMetadata?: SharedV4ProviderMetadata | undefined
}

function deltaOf(piece: SortedText): SourceEvent {
  return { type: piece.type === 'text' ? 'text-delta' : 'reasoning-delta', text: piece.text }
}

/** Arguments as the model wrote them: JSON when they are, else the text, so that nothing is lost. */
function parseInput(input: string): unknown {
  if (input.trim() === '') return {}
  try {
    return JSON.parse(input) as unknown
  } catch {
    return input
  }
}

function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): SourceEvent[] {
  // No request is without tokens: a library that begins to count at 0 was told nothing.
  if (raw === undefined || !(isSome(inputTokens.total) || isSome(outputTokens.total))) return []
  const totalTokens = raw['total_tokens'] ?? raw['totalTokenCount']
  // OpenRouter's word for what was charged, in US dollars; few others say.
  const cost = raw['cost']
  const usage: Usage = {}
  if (inputTokens.total !== undefined) usage.inputTokens = inputTokens.total
  if (isSome(inputTokens.cacheRead)) usage.cachedInputTokens = inputTokens.cacheRead
  if (isSome(inputTokens.cacheWrite)) usage.cacheWriteTokens = inputTokens.cacheWrite
  if (outputTokens.total !== undefined) usage.outputTokens = outputTokens.total
  if (typeof totalTokens === 'number') usage.totalTokens = totalTokens
  else if (inputTokens.total !== undefined && outputTokens.total !== undefined) {
    usage.totalTokens = inputTokens.total + outputTokens.total
  }
  if (isSome(outputTokens.reasoning)) usage.reasoningTokens = outputTokens.reasoning
  if (typeof cost === 'number' && Number.isFinite(cost) && cost >= 0) usage.costUsd = cost
  return [{ type: 'usage', usage }]
}

function isSome(count: number | undefined): count is number {
  return count !== undefined && count > 0
}

function reasonOf({
  unified,
  raw,
}: LanguageModelV4FinishReason): Extract<SourceEvent, { type: 'finish' }>['reason'] {
  // Anthropic's word for a turn that used up the calls it may make by itself.
  if (raw === 'pause_turn') return 'tool-limit'
  // Servers that pass another family's answers on pass on its word for a refusal too.
  if (raw === 'refusal') return 'filter'
  switch (unified) {
    case 'length':
      return 'length'
    case 'content-filter':
      return 'filter'
    case 'stop':
    case 'tool-calls':
    case 'error':
    case 'interrupted':
    case 'other':
      return 'end'
    default:
      return assertNever(unified)
  }
}

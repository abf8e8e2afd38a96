import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'

import { assertNever } from '../../../shared/invariant'
import type { Usage } from '../../../shared/messages'
import type { SourceEvent } from '../../base/run-source'
import type { SortedText } from './think-tags'
import { ThinkTagSorter } from './think-tags'

/** Turns the parts of one stream into events of a run. Errors are not among them: the caller throws those. */
export class StreamEvents {
  readonly #thinkTags: ThinkTagSorter | null

  constructor({ hasThinkTags }: { hasThinkTags: boolean }) {
    this.#thinkTags = hasThinkTags ? new ThinkTagSorter() : null
  }

  of(part: LanguageModelV4StreamPart): SourceEvent[] {
    if (part.type === 'text-delta') return this.#textOf(part.delta)
    if (part.type === 'reasoning-delta') {
      return part.delta === '' ? [] : [{ type: 'reasoning-delta', text: part.delta }]
    }
    if (part.type === 'tool-call') {
      const { toolCallId, toolName, input } = part
      return [...this.rest(), { type: 'tool-call', toolCallId, toolName, input: parseInput(input) }]
    }
    if (part.type === 'finish') {
      const finish: SourceEvent = { type: 'finish', reason: reasonOf(part.finishReason) }
      return [...this.rest(), ...usageOf(part.usage), finish]
    }
    return [] // Starts, ends and what this family does not send.
  }

  /** Text that was held back because it might have become a tag. */
  rest(): SourceEvent[] {
    return this.#thinkTags?.flush().map(deltaOf) ?? []
  }

  #textOf(delta: string): SourceEvent[] {
    if (this.#thinkTags !== null) return this.#thinkTags.push(delta).map(deltaOf)
    return delta === '' ? [] : [{ type: 'text-delta', text: delta }]
  }
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
  if (raw === undefined) return []
  const totalTokens = raw['total_tokens']
  // OpenRouter's word for what was charged, in US dollars; few others say.
  const cost = raw['cost']
  const usage: Usage = {}
  if (inputTokens.total !== undefined) usage.inputTokens = inputTokens.total
  if (outputTokens.total !== undefined) usage.outputTokens = outputTokens.total
  if (typeof totalTokens === 'number') usage.totalTokens = totalTokens
  if (outputTokens.reasoning !== undefined && outputTokens.reasoning > 0) {
    usage.reasoningTokens = outputTokens.reasoning
  }
  if (typeof cost === 'number' && Number.isFinite(cost) && cost >= 0) usage.costUsd = cost
  return [{ type: 'usage', usage }]
}

function reasonOf({ unified }: LanguageModelV4FinishReason): 'end' | 'length' | 'filter' {
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

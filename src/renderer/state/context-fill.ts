import type { ModelFacts } from '../../shared/models'
import { formatCost, formatCount } from '../ui/figures'
import type { ContextSize } from './context-size'

/** How much of what fits into one request is used up by the next one. */
export interface ContextFill extends ContextSize {
  contextTokens: number
  /** 1 is all of it. */
  share: number
  /** `high`: it will not go on like this for long; `over`: it may be refused. */
  state: 'calm' | 'high' | 'over'
  /** What sending it costs, in US dollars; null where no price is known. */
  costUsd: number | null
}

const highShare = 0.8

/** Null for a model whose size is not known. */
export function contextFill(size: ContextSize, facts: ModelFacts | undefined): ContextFill | null {
  const { contextTokens, price } = facts ?? {}
  if (contextTokens === undefined || contextTokens <= 0) return null
  const share = size.tokens / contextTokens
  return {
    ...size,
    contextTokens,
    share,
    state: share > 1 ? 'over' : share >= highShare ? 'high' : 'calm',
    costUsd: price === undefined ? null : (size.tokens * price.input) / 1_000_000,
  }
}

/** All of it in one line. */
export function fillWords(fill: ContextFill): string {
  const { tokens, isAtLeast, contextTokens, costUsd } = fill
  const about = `${isAtLeast ? 'At least' : 'About'} ${formatCount(rounded(tokens))}`
  const cost = costUsd === null || costUsd === 0 ? '' : `; sending it costs about ${formatCost(costUsd)}`
  return `${about} of ${formatCount(contextTokens)} tokens that fit${cost}`
}

/** What is said above the composer once it may be too much; null before. */
export function fillWarning(fill: ContextFill, modelName: string): string | null {
  if (fill.state !== 'over') return null
  const size = `${fill.isAtLeast ? 'at least' : 'about'} ${formatCount(rounded(fill.tokens))} tokens`
  return `This chat is larger than ${modelName} can take: ${size}, and ${formatCount(fill.contextTokens)} fit. It may be refused, or its beginning forgotten. A model with more room, a fork from an earlier message or a new chat helps.`
}

/** A guess is not told to the last digit. */
function rounded(tokens: number): number {
  const step = tokens < 10_000 ? 10 : 100
  return tokens < 100 ? tokens : Math.round(tokens / step) * step
}

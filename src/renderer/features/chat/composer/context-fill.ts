import type { ModelFacts } from '../../../../shared/models/models'
import { t } from '../../../language/t'
import { formatCost, formatCount } from '../../../language/format'
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
export function fillWords({ tokens, isAtLeast, contextTokens, costUsd }: ContextFill): string {
  const figures = { tokens: formatCount(rounded(tokens)), limit: formatCount(contextTokens) }
  if (costUsd === null || costUsd === 0) {
    return isAtLeast ? t('chat.context.atLeast', figures) : t('chat.context.about', figures)
  }
  const costing = { ...figures, cost: formatCost(costUsd) }
  return isAtLeast ? t('chat.context.atLeastCosting', costing) : t('chat.context.aboutCosting', costing)
}

/** What is said above the composer once it may be too much; null before. */
export function fillWarning(fill: ContextFill, modelName: string): string | null {
  if (fill.state !== 'over') return null
  const said = {
    model: modelName,
    tokens: formatCount(rounded(fill.tokens)),
    limit: formatCount(fill.contextTokens),
  }
  return fill.isAtLeast ? t('chat.context.tooLargeAtLeast', said) : t('chat.context.tooLargeAbout', said)
}

/** A guess is not told to the last digit. */
function rounded(tokens: number): number {
  const step = tokens < 10_000 ? 10 : 100
  return tokens < 100 ? tokens : Math.round(tokens / step) * step
}

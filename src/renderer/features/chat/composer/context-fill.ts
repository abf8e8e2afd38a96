import type { ModelFacts } from '../../../../shared/models/models'
import { t } from '../../../language/t'
import { formatCost, formatCount } from '../../../language/format'
import type { ContextUse } from './context-size'

/** How much of the context window the next request uses. */
export interface ContextFill extends ContextUse {
  contextTokens: number
  /** 1 means all of it. */
  share: number
  /** `high`: only a few more messages fit; `over`: the request may be refused. */
  state: 'calm' | 'high' | 'over'
  /** The cost of the request in US dollars; null when the price is unknown. */
  costUsd: number | null
}

const highShare = 0.8

/** Null for a model of unknown size. */
export function contextFill(size: ContextUse, facts: ModelFacts | undefined): ContextFill | null {
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

/** A summary on one line. */
export function fillWords({
  tokens,
  isAtLeast,
  contextTokens,
  costUsd,
}: Pick<ContextFill, 'tokens' | 'isAtLeast' | 'contextTokens' | 'costUsd'>): string {
  const counts = { tokens: formatCount(roundedTokens(tokens)), limit: formatCount(contextTokens) }
  if (costUsd === null || costUsd === 0) {
    return isAtLeast ? t('chat.context.atLeast', counts) : t('chat.context.about', counts)
  }
  const costing = { ...counts, cost: formatCost(costUsd) }
  return isAtLeast ? t('chat.context.atLeastCosting', costing) : t('chat.context.aboutCosting', costing)
}

/** The warning above the composer when it may be too much; null before. */
export function fillWarning(fill: ContextFill, modelName: string): string | null {
  if (fill.state !== 'over') return null
  const said = {
    model: modelName,
    tokens: formatCount(roundedTokens(fill.tokens)),
    limit: formatCount(fill.contextTokens),
  }
  return fill.isAtLeast ? t('chat.context.tooLargeAtLeast', said) : t('chat.context.tooLargeAbout', said)
}

/** An estimate as it is displayed. */
export function roundedTokens(tokens: number): number {
  const step = tokens < 10_000 ? 10 : 100
  return tokens < 100 ? tokens : Math.round(tokens / step) * step
}

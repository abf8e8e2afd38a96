import type { Usage } from '../../shared/sessions/messages'

/** More than any answer costs. */
const mostDollars = 100_000

/** More than any model takes or gives in one answer. */
const mostTokens = 1_000_000_000

/**
 * A count of tokens as a provider or an agent states it, a text of digits among them; undefined for what is no whole
 * number, negative, or absurd.
 */
export function tokenCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isSafeInteger(count)) return undefined
  return count >= 0 && count <= mostTokens ? count : undefined
}

const countFields = [
  'inputTokens',
  'cachedInputTokens',
  'cacheWriteTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
] as const satisfies (keyof Usage)[]

const longestModelName = 200

/** The usage without the counts that cannot be, whoever states them, and with no more than the beginning of a long name. */
export function saneUsage(usage: Usage): Usage {
  const sane = { ...usage }
  if (sane.model !== undefined) sane.model = sane.model.slice(0, longestModelName)
  for (const field of countFields) {
    if (sane[field] !== undefined && tokenCount(sane[field]) === undefined) delete sane[field]
  }
  const { costUsd } = sane
  if (costUsd !== undefined && !(costUsd >= 0 && costUsd <= mostDollars)) delete sane.costUsd
  return sane
}

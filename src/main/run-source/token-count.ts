import { tokenCounts } from '../../shared/sessions/continued-usage'
import type { Usage } from '../../shared/sessions/messages'

/** Higher than the cost of any answer. */
const mostDollars = 100_000

/** Higher than the token count of any answer. */
const mostTokens = 1_000_000_000

/**
 * Parses a token count from a provider or agent, which may be a string of digits. Returns undefined if it is not a
 * whole number, negative or absurdly high.
 */
export function tokenCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isSafeInteger(count)) return undefined
  return count >= 0 && count <= mostTokens ? count : undefined
}

/** The amount if a request can have cost it; undefined if it is no number, negative or absurdly high. */
export function dollarAmount(usd: number): number | undefined {
  return usd >= 0 && usd <= mostDollars ? usd : undefined
}

const longestModelName = 200

/** The usage without impossible counts, and with a long model name truncated. */
export function sanitizeUsage(usage: Usage): Usage {
  const sane = { ...usage }
  if (sane.model !== undefined) sane.model = sane.model.slice(0, longestModelName)
  for (const field of tokenCounts) {
    if (sane[field] !== undefined && tokenCount(sane[field]) === undefined) delete sane[field]
  }
  for (const field of ['costUsd', 'leastCostUsd'] as const) {
    const usd = sane[field]
    if (usd !== undefined && dollarAmount(usd) === undefined) delete sane[field]
  }
  return sane
}

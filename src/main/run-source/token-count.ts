import { tokenCounts } from '../../shared/sessions/continued-usage'
import type { Usage } from '../../shared/sessions/messages'

/** Higher than the cost of any answer. */
const mostDollars = 100_000

/** Higher than the token count of any answer. */
const mostTokens = 1_000_000_000

/**
 * Parses a token count from a provider or agent, which may be a string of digits, and is rounded up. Returns undefined
 * if it is not a number, negative or absurdly high.
 */
export function tokenCount(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,12}(?:\.\d{1,6})?$/.test(value) ? Number(value) : value
  return typeof count === 'number' && count >= 0 && count <= mostTokens ? Math.ceil(count) : undefined
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
    const count = tokenCount(sane[field])
    if (count !== undefined) sane[field] = count
    else delete sane[field]
  }
  for (const field of ['costUsd', 'leastCostUsd'] as const) {
    const usd = sane[field]
    if (usd !== undefined && dollarAmount(usd) === undefined) delete sane[field]
  }
  return sane
}

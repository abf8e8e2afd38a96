/** What the details of a Google error say besides its message. */
export interface ErrorDetails {
  /** Names such as `API_KEY_INVALID`. */
  reasons: string[]
  retryAfterMs: number | null
}

/**
 * Reads the `details` of an error, in which Google puts what others put into codes and headers; other errors have
 * none.
 * @see https://cloud.google.com/apis/design/errors#error_details
 */
export function detailsOf(error: Record<string, unknown>): ErrorDetails {
  const { details } = error
  const found: ErrorDetails = { reasons: [], retryAfterMs: null }
  if (!Array.isArray(details)) return found
  for (const detail of details as unknown[]) {
    if (typeof detail !== 'object' || detail === null) continue
    if ('reason' in detail && typeof detail.reason === 'string') found.reasons.push(detail.reason)
    if ('retryDelay' in detail) found.retryAfterMs ??= durationMs(detail.retryDelay)
  }
  return found
}

/** A duration as JSON has it, such as `7s` or `0.25s`. */
function durationMs(duration: unknown): number | null {
  const seconds = typeof duration === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(duration)?.[1] : undefined
  return seconds === undefined ? null : Math.round(Number(seconds) * 1_000)
}

/**
 * The words of a message in whatever shape: a text, or what a check of the request found, field by field, as Mistral
 * and vLLM have it. Empty when there are none.
 */
export function wordsIn(value: unknown, levels = 5): string[] {
  if (levels === 0) return []
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (Array.isArray(value))
    return (value as unknown[]).flatMap((entry) => wordsIn(entry, levels - 1)).slice(0, 1)
  if (typeof value !== 'object' || value === null) return []
  if ('detail' in value) return wordsIn(value.detail, levels - 1)
  if (!('msg' in value) || typeof value.msg !== 'string') return []
  const field =
    'loc' in value && Array.isArray(value.loc)
      ? ` (${(value.loc as unknown[]).filter((step) => typeof step === 'string' || typeof step === 'number').join('.')})`
      : ''
  return [`${value.msg}${field}`]
}

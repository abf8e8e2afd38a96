/** What the details of a Google error contain besides its message. */
export interface ErrorDetails {
  /** Names such as `API_KEY_INVALID`. */
  reasons: string[]
  retryAfterMs: number | null
}

/**
 * Reads the `details` of an error, where Google puts what others put into codes and headers; other errors have none.
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

/** A duration in JSON, such as `7s` or `0.25s`. */
function durationMs(duration: unknown): number | null {
  const seconds = typeof duration === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(duration)?.[1] : undefined
  return seconds === undefined ? null : Math.round(Number(seconds) * 1_000)
}

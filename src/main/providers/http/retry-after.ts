/**
 * How many milliseconds an answer asks to wait: `Retry-After-Ms`, a finer variant that some providers add, or
 * `Retry-After` in seconds or as a date relative to the answer's own `Date`; null when it has neither.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterMs(headers: Headers): number | null {
  const fine = headers.get('retry-after-ms')
  if (fine !== null && /^\d+(\.\d+)?$/.test(fine.trim())) return Math.round(Number(fine))
  const header = headers.get('retry-after')
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds < 0 ? null : Math.round(seconds * 1000)
  const waitMs = Date.parse(header) - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs)
}

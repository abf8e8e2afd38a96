/** A longer wait is a mistake: no provider asks for more than some days. */
const longestWaitMs = 366 * 86_400_000

const unitMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** How long the words of an error ask to wait, such as `try again in 7m12.5s` or `retry after 2 days`. */
export function waitIn(text: string): number | null {
  const asked =
    /\b(?:try(?:ing)?(?: again)?|retry(?:ing)?)(?: again)? (?:in|after)[: ]+((?:\d{1,9}(?:\.\d{1,9})? ?[a-z]+[ ,]*){1,5})/i
  const [, span = ''] = asked.exec(text) ?? []
  let totalMs: number | null = null
  for (const [, count, unit = ''] of span.matchAll(/(\d+(?:\.\d+)?) ?([a-z]+)/gi)) {
    const name = unit.toLowerCase()
    const size = unitMs.get(/^m(?:s\b|illi)/.test(name) ? 'ms' : name.charAt(0))
    const isUnit = /^(?:ms|[smhd]|millis\w*|sec\w*|min\w*|hours?|hrs?|days?)$/.test(name)
    if (size !== undefined && isUnit) totalMs = (totalMs ?? 0) + Number(count) * size
  }
  return totalMs === null ? null : bounded(totalMs)
}

/**
 * How many milliseconds an answer asks to wait: `Retry-After-Ms`, a finer variant that some providers add, or
 * `Retry-After` in seconds or as a date, relative to the answer's own `Date` or else to `now`; null when it has neither.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const fine = headers.get('retry-after-ms')
  if (fine !== null && /^\d+(\.\d+)?$/.test(fine.trim())) return bounded(Number(fine))
  const header = headers.get('retry-after')
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return seconds < 0 ? null : bounded(seconds * 1_000)
  const at = Date.parse(header)
  const from = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(at) ? null : bounded(at - (Number.isNaN(from) ? now : from))
}

function bounded(waitMs: number): number {
  return Math.round(Math.min(longestWaitMs, Math.max(0, waitMs)))
}

/** A duration in JSON, such as `7s` or `0.25s`. */
export function durationMs(duration: unknown): number | null {
  const seconds = typeof duration === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(duration)?.[1] : undefined
  return seconds === undefined ? null : bounded(Number(seconds) * 1_000)
}

/** A longer wait is a mistake: no provider asks for more than some days. */
const longestWaitMs = 366 * 86_400_000

const unitMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

const unit = '(?:ms|milli\\w*|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)'
const span = String.raw`(?:\d{1,9}(?:\.\d{1,9})? ?${unit}(?![a-z])[ ,]*(?:and )?){1,5}`
const asked = new RegExp(
  String.raw`\b(?:try(?:ing)?|retry(?:ing)?|retry-after|wait|resets?|available|cool ?down)\b[^.;\d]{0,40}(${span})`,
  'i',
)

/** How long the words of an error ask to wait, such as `try again in 7m12.5s` or `resets in 2 days`. */
export function waitIn(text: string): number | null {
  const found = asked.exec(text)?.[1]
  if (found !== undefined) return spanMs(found)
  const [, count, chinese = ''] = /(\d{1,9}) ?(秒|分钟|小时|天)(?:钟)?[之以]?后/.exec(text) ?? []
  const name = { 秒: 's', 分钟: 'm', 小时: 'h', 天: 'd' }[chinese]
  return name === undefined ? null : spanMs(`${count}${name}`)
}

/** The length of a span such as `1m30s` or `2 days`. */
function spanMs(text: string): number {
  let totalMs = 0
  for (const [, count, name = ''] of text.matchAll(/(\d+(?:\.\d+)?) ?([a-z]+)/gi)) {
    const word = name.toLowerCase()
    totalMs += Number(count) * (unitMs.get(/^m(?:s|illi)/.test(word) ? 'ms' : word.charAt(0)) ?? 0)
  }
  return bounded(totalMs)
}

/**
 * The wait in milliseconds that an answer asks for: `Retry-After-Ms`, a finer variant that some providers add, or
 * `Retry-After` in seconds, as a span, or as a date, relative to the answer's own `Date` or else to `now`; null when it
 * has neither.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const fine = headers.get('retry-after-ms')
  if (fine !== null && /^\d+(\.\d+)?$/.test(fine.trim())) return bounded(Number(fine))
  // Repeated headers are joined; those of dates contain a comma as well.
  const header =
    headers
      .get('retry-after')
      ?.replace(/^(\d+), *\d+$/, '$1')
      .trim() ?? ''
  if (header === '') return null
  const date = Date.parse(headers.get('date') ?? '')
  const from = Number.isNaN(date) ? now : date
  const seconds = Number(header)
  if (Number.isFinite(seconds)) {
    // A time, in seconds or milliseconds.
    if (seconds > 1e9) return bounded((seconds > 1e11 ? seconds : seconds * 1_000) - from)
    return seconds < 0 ? null : bounded(seconds * 1_000)
  }
  if (new RegExp(`^${span}$`, 'i').test(header)) return spanMs(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : bounded(at - from)
}

function bounded(waitMs: number): number {
  return Math.round(Math.min(longestWaitMs, Math.max(0, waitMs)))
}

/** A duration in JSON, such as `7s` or `0.25s`. */
export function durationMs(duration: unknown): number | null {
  const seconds = typeof duration === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(duration)?.[1] : undefined
  return seconds === undefined ? null : bounded(Number(seconds) * 1_000)
}

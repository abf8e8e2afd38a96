const maxRate = 20_000

/** Milliseconds as people read them: `0.4 ms`, `320 ms`, `6.1 s`, `3 min`. */
export function formatDuration(ms: number): string {
  if (ms < 100) return `${ms.toFixed(1)} ms`
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 90_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.round(ms / 60_000)} min`
}

/** Seconds with the two decimals that a first token deserves. */
export function formatSeconds(ms: number): string {
  if (ms < 10) return '<0.01 s'
  return ms < 10_000 ? `${(ms / 1_000).toFixed(2)} s` : `${(ms / 1_000).toFixed(1)} s`
}

export function formatCount(count: number): string {
  return count.toLocaleString('en')
}

/** Bytes as people read them: `812 bytes`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte')
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}

/** `1 token`, `2 tokens`. */
export function counted(count: number, one: string): string {
  return `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`
}

/** Tokens per second; null for a rate that only says that everything came at once. */
export function formatRate(perSecond: number): string | null {
  if (perSecond > maxRate) return null
  return perSecond < 10 ? perSecond.toFixed(1) : String(Math.round(perSecond))
}

/** The time of day: `14:02`. */
export function formatTimeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

/** A day and a time: `12 Nov 2026, 14:02`. */
export function formatMoment(at: number): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

/** A day and a time to the second: `Thursday 12 November 2026 at 14:02:31`. */
export function formatExactMoment(at: number): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'medium' })
}

const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

/** US dollars; a sum too small to be written is not written as nothing. */
export function formatCost(costUsd: number): string {
  return costUsd > 0 && costUsd < 0.0001 ? '<$0.0001' : dollars.format(costUsd)
}

/** The value below which `share` of the samples lie (nearest rank); NaN when there are none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** A duration for a table; a dash for none. */
export function inMs(durationMs: number | null | undefined): string {
  if (durationMs === null || durationMs === undefined || Number.isNaN(durationMs)) return '-'
  return `${durationMs.toFixed(Math.abs(durationMs) < 100 ? 1 : 0)} ms`
}

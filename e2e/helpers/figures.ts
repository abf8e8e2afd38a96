/** The smallest sample that is not below `share` of the samples (nearest rank); NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The middle of the samples; NaN without samples. */
export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

/** A duration for a table; a dash if there is none. */
export function inMs(durationMs: number | null | undefined): string {
  if (durationMs === null || durationMs === undefined || Number.isNaN(durationMs)) return '-'
  return `${durationMs.toFixed(Math.abs(durationMs) < 100 ? 1 : 0)} ms`
}

/** Fewer tokens, or a shorter time, say how they were sent and not how fast they were made. */
const fewestTokens = 20
const shortestMs = 500

/** `tokens` in `streamedMs` as tokens per second; null where that would be noise. */
export function steadyRate(tokens: number | null, streamedMs: number | null): number | null {
  if (tokens === null || streamedMs === null || tokens < fewestTokens || streamedMs < shortestMs) return null
  return tokens / (streamedMs / 1_000)
}

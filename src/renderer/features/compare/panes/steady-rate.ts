/** Fewer tokens, or a shorter time, reflect how they were sent, not how fast they were generated. */
const fewestTokens = 20
const shortestMs = 500

/** `tokens` in `streamedMs` as tokens per second; null when that would be noise. */
export function steadyRate(tokens: number | null, streamedMs: number | null): number | null {
  if (tokens === null || streamedMs === null || tokens < fewestTokens || streamedMs < shortestMs) return null
  return tokens / (streamedMs / 1_000)
}

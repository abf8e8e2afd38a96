/** Fewer tokens, or a shorter time, reflect how they were sent, not how fast they were generated. */
const minTokens = 20
const minMs = 500

/** `tokens` in `streamedMs` as tokens per second; null when that would be noise. */
export function steadyRate(tokens: number | null, streamedMs: number | null): number | null {
  if (tokens === null || streamedMs === null || tokens < minTokens || streamedMs < minMs) return null
  return tokens / (streamedMs / 1_000)
}

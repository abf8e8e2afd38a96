import { lastRunUsage } from './continued-usage'
import type { Message, Metrics } from './messages'

/** Fewer tokens, or a shorter time, reflect how they were sent, not how fast they were generated. */
const minTokens = 20
const minMs = 500

/**
 * Returns the time that an answer was written by `untilMs`, without the waits for its first token and for tools; null
 * if unknown.
 */
export function writingMs(
  { ttftMs, tools }: Pick<Metrics, 'ttftMs' | 'tools'>,
  untilMs: number | null,
): number | null {
  return ttftMs === null || untilMs === null ? null : untilMs - ttftMs - (tools?.waitedMs ?? 0)
}

/** `tokens` in `milliseconds` as tokens per second; null if unknown, or too little to say. */
export function steadyRate(tokens: number | null, milliseconds: number | null): number | null {
  if (tokens === null || milliseconds === null || tokens < minTokens || milliseconds < minMs) return null
  return tokens / (milliseconds / 1_000)
}

/** The time to the first word of the answer itself, after reasoning and tools; null if it is unknown or has none. */
export function firstWordMs({ metrics, parts }: Pick<Message, 'metrics' | 'parts'>): number | null {
  const hasWords = parts.some((part) => part.type === 'text' && part.text !== '')
  // Only kept if it is not that of the first token.
  return hasWords ? (metrics?.firstTextMs ?? metrics?.ttftMs ?? null) : null
}

/** The tokens per second of a complete answer, from its first token; null if unknown, or too little to say. */
export function answerSpeed({ metrics, usage }: Pick<Message, 'metrics' | 'usage'>): number | null {
  if (typeof metrics?.tokensPerSecond !== 'number') return null
  const { tokensPerSecond, durationMs } = metrics
  const written = writingMs(metrics, durationMs)
  const tokens =
    lastRunUsage(usage ?? {}).outputTokens ?? (written === null ? null : (tokensPerSecond * written) / 1_000)
  return steadyRate(tokens, written) === null ? null : tokensPerSecond
}

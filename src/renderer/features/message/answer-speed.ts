import type { Message } from '../../../shared/sessions/messages'

/** Below these values, a speed reflects how deltas arrived, not how fast the model is. */
const minTokens = 20
const minMs = 500

/** Tokens per second from the first one; null when unknown, or when there were too few. */
export function answerSpeed({ metrics, usage }: Pick<Message, 'metrics' | 'usage'>): number | null {
  if (typeof metrics?.tokensPerSecond !== 'number') return null
  const { tokensPerSecond, durationMs, ttftMs } = metrics
  if (durationMs === null) return null
  const writingMs = durationMs - (ttftMs ?? 0)
  const tokens = usage?.outputTokens ?? (tokensPerSecond * writingMs) / 1_000
  return tokens < minTokens || writingMs < minMs ? null : tokensPerSecond
}

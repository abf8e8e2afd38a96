import type { Metrics, Part } from '../../../shared/sessions/messages'
import type { TreeMessage } from '../../store/sessions/tree-in-progress'
import type { CellAnswer } from '../../store/sets/stored-cells'

/** A question with its stored answer, as the messages of a pane. */
export function cellMessages(question: string, model: string, answer: CellAnswer): TreeMessage[] {
  const { text, error, finish, usage, at } = answer
  const said: Part[] = text === '' ? [] : [{ type: 'text', text }]
  const failed: Part[] = error === null ? [] : [{ type: 'error', ...error }]
  return [
    {
      key: 'question',
      parentKey: null,
      role: 'user',
      parts: [{ type: 'text', text: question }],
      status: 'complete',
      createdAt: Math.max(0, at - Math.round(answer.durationMs ?? 0)),
    },
    {
      key: 'answer',
      parentKey: 'question',
      role: 'assistant',
      parts: [...said, ...failed],
      status: error === null ? 'complete' : 'failed',
      stopReason: error === null ? (finish ?? 'end') : 'error',
      model,
      usage,
      metrics: metricsOf(answer),
      createdAt: at,
    },
  ]
}

function metricsOf({ ttftMs, durationMs, usage: { outputTokens } }: CellAnswer): Metrics {
  const streamedMs = ttftMs === null || durationMs === null ? 0 : durationMs - ttftMs
  const isMeasured = streamedMs > 0 && outputTokens !== undefined && outputTokens > 1
  return {
    ttftMs,
    durationMs,
    tokensPerSecond: isMeasured ? ((outputTokens - 1) * 1000) / streamedMs : null,
  }
}

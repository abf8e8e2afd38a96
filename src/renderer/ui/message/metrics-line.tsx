import type { Message } from '../../../shared/messages'
import { counted, formatRate, formatSeconds, formatTimeOfDay } from '../figures'

/** The figures under an answer, those that are known. */
export function MetricsLine({ message, modelName }: { message: Message; modelName: string | null }) {
  const { metrics, usage, createdAt } = message
  const rate = typeof metrics?.tokensPerSecond === 'number' ? formatRate(metrics.tokensPerSecond) : null
  return (
    <div className="metrics">
      {modelName !== null && <b>{modelName}</b>}
      <span>{formatTimeOfDay(createdAt)}</span>
      {typeof metrics?.ttftMs === 'number' && <span>first token {formatSeconds(metrics.ttftMs)}</span>}
      {rate !== null && <span>{rate} tok/s</span>}
      {usage?.outputTokens !== undefined && <span>{counted(usage.outputTokens, 'token')}</span>}
    </div>
  )
}

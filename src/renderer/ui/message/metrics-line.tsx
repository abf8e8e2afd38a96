import type { Message, Usage } from '../../../shared/messages'
import { counted, formatCost, formatCount, formatRate, formatSeconds } from '../figures'
import { answerSpeed } from './answer-speed'
import { MessageTime } from './message-time'

/** The figures under an answer, those that are known, in one quiet line. */
export function MetricsLine({ message, modelName }: { message: Message; modelName: string | null }) {
  const { metrics, usage, createdAt } = message
  const speed = answerSpeed(message)
  const rate = speed === null ? null : formatRate(speed)
  return (
    <div className="metrics">
      {modelName !== null && <b title={message.model}>{modelName}</b>}
      <MessageTime at={createdAt} />
      {typeof metrics?.ttftMs === 'number' && (
        <span title="Time to the first token">first token {formatSeconds(metrics.ttftMs)}</span>
      )}
      {rate !== null && <span title="Tokens per second, from the first one on">{rate} tok/s</span>}
      {usage !== undefined && <Tokens usage={usage} />}
      {usage?.costUsd !== undefined && usage.costUsd > 0 && (
        <span title="What this answer cost">{formatCost(usage.costUsd)}</span>
      )}
    </div>
  )
}

function Tokens({ usage: { inputTokens, outputTokens, reasoningTokens = 0 } }: { usage: Usage }) {
  const thought = reasoningTokens > 0 ? `, ${formatCount(reasoningTokens)} of them thought` : ''
  if (inputTokens !== undefined && outputTokens !== undefined) {
    return (
      <span title={`Tokens sent, and tokens written${thought}`}>
        {formatCount(inputTokens)} in, {formatCount(outputTokens)} out
      </span>
    )
  }
  if (outputTokens !== undefined)
    return <span title={`Written${thought}`}>{counted(outputTokens, 'token')}</span>
  return inputTokens === undefined ? null : <span title="Tokens sent">{formatCount(inputTokens)} in</span>
}

import { answerSpeed } from '../../../shared/sessions/answer-speed'
import { isPartlyCounted, knownCost, reckonedOutput } from '../../../shared/sessions/continued-usage'
import type { Message, ToolMetrics, Usage } from '../../../shared/sessions/messages'
import { t } from '../../language/t'
import {
  formatKnownCost,
  formatCount,
  formatRate,
  formatSeconds,
  formatExactMoment,
  formatTimeOfDay,
} from '../../language/format'
import { Row, Text } from '../../ui/layout/layout'
import styles from './message.module.css'

/** The known metrics of an answer on one line. */
export function MetricsLine({ message, modelName }: { message: Message; modelName: string | null }) {
  const { metrics, usage, createdAt } = message
  const speed = answerSpeed(message)
  const rate = speed === null ? null : formatRate(speed)
  return (
    <Row tone="faint" size="xs" tabular className={styles.metrics} data-slot="metrics">
      {modelName !== null && <b title={modelTitle(message)}>{modelName}</b>}
      <MessageTime at={createdAt} />
      {typeof metrics?.ttftMs === 'number' && (
        <span title={t('common.timeToFirstToken')}>
          {t('messages.figures.firstToken', { time: formatSeconds(metrics.ttftMs) })}
        </span>
      )}
      {rate !== null && (
        <span title={t('messages.figures.rateTitle')}>{t('messages.figures.rate', { rate })}</span>
      )}
      {usage !== undefined &&
        (isPartlyCounted(usage) ? (
          <ReckonedTokens count={reckonedOutput(message)} />
        ) : (
          <Tokens usage={usage} />
        ))}
      {metrics?.tools !== undefined && <Tools tools={metrics.tools} />}
      {usage !== undefined && <Cost usage={usage} />}
    </Row>
  )
}

/** The requested model, and the one that answered if the provider reports another. */
function modelTitle({ model = '', usage }: Message): string {
  return usage?.model === undefined
    ? model
    : t('messages.figures.answeredBy', { asked: model, model: usage.model })
}

/** Nothing is shown for what is free. */
function Cost({ usage }: { usage: Usage }) {
  const known = knownCost(usage)
  if (known === null || known.usd === 0) return null
  const title = known.isAtLeast ? t('messages.figures.costAtLeast') : t('messages.figures.cost')
  return <span title={title}>{formatKnownCost(usage)}</span>
}

function Tools({ tools: { calls, steps, durationMs } }: { tools: ToolMetrics }) {
  if (calls === 0) return null
  return (
    <span title={t('messages.figures.toolCallsTitle', { time: formatSeconds(durationMs), steps })}>
      {t('messages.figures.toolCalls', { count: calls })}
    </span>
  )
}

/** Written tokens where the provider counted only a part of a continued answer. */
function ReckonedTokens({ count }: { count: number | null }) {
  if (count === null) return null
  return <span title={t('messages.figures.reckonedTitle')}>{t('messages.figures.reckoned', { count })}</span>
}

function Tokens({ usage: { inputTokens, outputTokens, reasoningTokens = 0 } }: { usage: Usage }) {
  const thought = reasoningTokens > 0 ? formatCount(reasoningTokens) : null
  if (inputTokens !== undefined && outputTokens !== undefined) {
    const title =
      thought === null
        ? t('messages.figures.sentAndWrittenTitle')
        : t('messages.figures.sentAndWrittenTitleThought', { thought })
    const [input, output] = [formatCount(inputTokens), formatCount(outputTokens)]
    return <span title={title}>{t('messages.figures.sentAndWritten', { input, output })}</span>
  }
  if (outputTokens !== undefined) {
    const title =
      thought === null ? t('common.outputTokens') : t('messages.figures.writtenTitleThought', { thought })
    return <span title={title}>{t('messages.figures.written', { count: outputTokens })}</span>
  }
  if (inputTokens === undefined) return null
  return (
    <span title={t('common.inputTokens')}>
      {t('messages.figures.sent', { input: formatCount(inputTokens) })}
    </span>
  )
}

/** The time of a message, with date and time in its tooltip. */
export function MessageTime({ at }: { at: number }) {
  return (
    <Text
      as="time"
      tone="faint"
      size="xs"
      tabular
      className={styles.time}
      dateTime={new Date(at).toISOString()}
      onPointerEnter={({ currentTarget }) => (currentTarget.title = formatExactMoment(at))}
    >
      {formatTimeOfDay(at)}
    </Text>
  )
}

import type { ParseKeys } from 'i18next'

import { assertNever } from '../../../../shared/invariant'
import { answerSpeed, firstWordMs, steadyRate, writingMs } from '../../../../shared/sessions/answer-speed'
import {
  charsPerToken,
  countedOutput,
  lastRunUsage,
  reckonedOutput,
} from '../../../../shared/sessions/continued-usage'
import { isAwaited, isWrittenByUser, type Message, type Part } from '../../../../shared/sessions/messages'
import { t } from '../../../language/t'
import { type Conversation, lastAnswer } from '../../../state/conversations/conversation'

/** The state of a pane. */
export type PaneStatus = 'Idle' | 'Queued' | 'Waiting' | 'Streaming' | 'Done' | 'Stopped' | 'Failed'

const statusKeys = {
  Idle: 'common.idle',
  Queued: 'compare.status.queued',
  Waiting: 'compare.status.waiting',
  Streaming: 'common.streaming',
  Done: 'compare.status.done',
  Stopped: 'common.stopped',
  Failed: 'common.failed',
} as const satisfies Record<PaneStatus, ParseKeys>

/** The name of a status. */
export function statusName(status: PaneStatus): string {
  return t(statusKeys[status])
}

/** Metrics of a pane's newest answer; null where unknown. */
export interface PaneMetrics {
  ttftMs: number | null
  /** Reasoning came first, so the first token was a thought. */
  isReasoning: boolean
  /** Time to the first word of the answer itself, after reasoning. */
  firstTextMs: number | null
  tokensPerSecond: number | null
  tokens: number | null
  /** Tokens are estimated from the length of the text until the provider reports them. */
  isEstimate: boolean
}

/** The state of the pane with this conversation. */
export function paneStatus(conversation: Conversation): PaneStatus {
  const { live, isRunning, runError } = conversation
  if (isRunning) {
    const status = live?.snapshot.message.status
    if (status === undefined || status === 'streaming') {
      if (live?.snapshot.turn?.startedAt === null) return 'Queued'
      return live === null || isAwaited(live.snapshot.message) ? 'Waiting' : 'Streaming'
    }
  }
  if (runError !== null) return 'Failed'
  const status = lastAnswer(conversation)?.status
  switch (status) {
    case 'complete':
      return 'Done'
    case 'partial':
      return 'Stopped'
    case 'failed':
      return 'Failed'
    case 'streaming':
    case undefined:
      return 'Idle'
    default:
      return assertNever(status)
  }
}

const noMetrics: PaneMetrics = {
  ttftMs: null,
  isReasoning: false,
  firstTextMs: null,
  tokensPerSecond: null,
  tokens: null,
  isEstimate: false,
}

/** The metrics of a pane's last answer; none for one that the user has edited. */
export function paneMetrics(conversation: Conversation): PaneMetrics {
  const message = lastAnswer(conversation)
  if (message === undefined || isWrittenByUser(message)) return noMetrics
  const ttftMs = message.metrics?.ttftMs ?? null
  const counted = countedOutput(message.usage)
  const tokens = counted ?? reckonedOutput(message)
  return {
    ttftMs,
    isReasoning:
      message.metrics?.firstTextMs !== undefined || message.parts.find(isWritten)?.type === 'reasoning',
    firstTextMs: firstWordMs(message),
    tokensPerSecond:
      message.status === 'streaming' ? speedSoFar(conversation, message, tokens) : answerSpeed(message),
    tokens,
    isEstimate: counted === undefined,
  }
}

function speedSoFar(conversation: Conversation, message: Message, tokens: number | null): number | null {
  const untilMs = conversation.growth?.points.at(-1)?.[0] ?? null
  return steadyRate(
    lastRunTokens(conversation, message, tokens),
    message.metrics === undefined ? null : writingMs(message.metrics, untilMs),
  )
}

/** The tokens of the last run alone: a continued answer already had some. */
function lastRunTokens(
  { live }: Conversation,
  { usage }: Pick<Message, 'usage'>,
  tokens: number | null,
): number | null {
  const counted = lastRunUsage(usage ?? {}).outputTokens
  if (counted !== undefined || tokens === null) return counted ?? null
  const charsBefore = live?.snapshot.continuedAt?.chars ?? 0
  return tokens - Math.round(charsBefore / charsPerToken)
}

/** Some providers say that there was reasoning without saying what. */
function isWritten(part: Part): boolean {
  return (part.type === 'text' || part.type === 'reasoning') && part.text !== ''
}

import { answerSpeed, firstWordMs, steadyRate, writingMs } from '../../../../shared/sessions/answer-speed'
import {
  countedOutput,
  isPartlyCounted,
  lastRunUsage,
  reckonedOutput,
} from '../../../../shared/sessions/continued-usage'
import { isWrittenByUser, messageText, type Message } from '../../../../shared/sessions/messages'
import { t } from '../../../language/t'
import { endedText } from '../../../../shared/runs/ended-text'

/** Metrics of one answer, or of several combined; null where unknown. */
export interface AnswerMetrics {
  ttftMs: number | null
  /** Time to the first word of the answer itself, after reasoning. */
  firstTextMs: number | null
  tokensPerSecond: number | null
  durationMs: number | null
  inputTokens: number | null
  outputTokens: number | null
  /** Output tokens by the length of the text, where the provider did not count all of them; otherwise null. */
  estimatedTokens: number | null
  reasoningTokens: number | null
  costUsd: number | null
  /** The known part of a cost. */
  leastCostUsd: number | null
  toolCalls: number | null
  /** Time in tools. */
  toolMs: number | null
  chars: number | null
  words: number | null
  /** Why it ended, or how many answers this sums up. */
  ended: string
  /** The answer is complete, so its time, cost and length can be compared with others. */
  isComplete: boolean
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const wordCounts = new WeakMap<Message, number>()

/** The metrics of one answer; undefined means none. */
export function metricsOf(answer: Message | undefined): AnswerMetrics {
  if (answer === undefined) return { ...nothing, ended: t('compare.ended.notAsked') }
  if (isWrittenByUser(answer)) return { ...nothing, ended: t('messages.answer.edited') }
  const { metrics, usage, status } = answer
  const ttftMs = metrics?.ttftMs ?? null
  const durationMs = metrics?.durationMs ?? null
  const isUnderWay = status === 'streaming'
  const counted = usage === undefined || isPartlyCounted(usage) ? undefined : usage
  return {
    ttftMs,
    firstTextMs: firstWordMs(answer),
    tokensPerSecond: answerSpeed(answer),
    durationMs,
    inputTokens: counted?.inputTokens ?? null,
    outputTokens: counted?.outputTokens ?? null,
    estimatedTokens: countedOutput(usage) === undefined ? reckonedOutput(answer) : null,
    reasoningTokens: counted?.reasoningTokens ?? null,
    costUsd: usage?.costUsd ?? null,
    leastCostUsd: usage?.leastCostUsd ?? null,
    toolCalls: metrics?.tools?.calls ?? null,
    toolMs: metrics?.tools?.durationMs ?? null,
    chars: messageText(answer).length,
    words: isUnderWay ? null : wordCount(answer),
    ended: endOf(answer),
    isComplete: status === 'complete',
  }
}

/** Combined metrics: sums, the mean time to first token, and the overall speed. */
export function summedMetrics(answers: readonly Message[]): AnswerMetrics {
  const written = answers.filter((answer) => !isWrittenByUser(answer))
  if (written.length === 0) return metricsOf(answers.at(-1))
  const each = written.map(metricsOf)
  const sumOf = (of: (metrics: AnswerMetrics) => number | null) => sum(each.map(of))
  return {
    ttftMs: meanOf(each.map(({ ttftMs }) => ttftMs)),
    firstTextMs: meanOf(each.map(({ firstTextMs }) => firstTextMs)),
    tokensPerSecond: steadyRate(
      sum(written.map(lastRunOutput)),
      sum(
        written.map(({ metrics }) => (metrics === undefined ? null : writingMs(metrics, metrics.durationMs))),
      ),
    ),
    durationMs: sumOf(({ durationMs }) => durationMs),
    inputTokens: sumOf(({ inputTokens }) => inputTokens),
    outputTokens: sumOf(({ outputTokens }) => outputTokens),
    estimatedTokens: estimatedSum(each),
    reasoningTokens: sumOf(({ reasoningTokens }) => reasoningTokens),
    costUsd: sumOf(({ costUsd }) => costUsd),
    leastCostUsd: leastSum(each),
    toolCalls: sumOf(({ toolCalls }) => toolCalls),
    toolMs: sumOf(({ toolMs }) => toolMs),
    chars: sumOf(({ chars }) => chars),
    words: sumOf(({ words }) => words),
    ended: t('common.answerCount', { count: answers.length }),
    isComplete: each.every(({ isComplete }) => isComplete),
  }
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : (sum(known) ?? 0) / known.length
}

const nothing: Omit<AnswerMetrics, 'ended'> = {
  ttftMs: null,
  firstTextMs: null,
  tokensPerSecond: null,
  durationMs: null,
  inputTokens: null,
  outputTokens: null,
  estimatedTokens: null,
  reasoningTokens: null,
  costUsd: null,
  leastCostUsd: null,
  toolCalls: null,
  toolMs: null,
  chars: null,
  words: null,
  isComplete: false,
}

/** The output tokens of the run whose times the answer has, as its provider counted them. */
function lastRunOutput({ usage }: Message): number | null {
  return lastRunUsage(usage ?? {}).outputTokens ?? null
}

/** A sum with an unknown part is unknown. */
function sum(parts: readonly (number | null)[]): number | null {
  let total = 0
  for (const part of parts) {
    if (part === null) return null
    total += part
  }
  return total
}

/** Null if all were counted, or nothing was written. */
function estimatedSum(each: readonly AnswerMetrics[]): number | null {
  if (each.every(({ estimatedTokens }) => estimatedTokens === null)) return null
  return each.reduce((total, metrics) => total + (metrics.outputTokens ?? metrics.estimatedTokens ?? 0), 0)
}

/** The known part of the costs of several answers. */
function leastSum(each: readonly AnswerMetrics[]): number | null {
  if (each.every(({ costUsd }) => costUsd !== null)) return null
  const known = each.reduce((total, { costUsd, leastCostUsd }) => total + (costUsd ?? leastCostUsd ?? 0), 0)
  return known === 0 ? null : known
}

/** Cached, because segmenting a long answer into words takes time. */
function wordCount(answer: Message): number {
  const known = wordCounts.get(answer)
  if (known !== undefined) return known
  let count = 0
  for (const { isWordLike } of segmenter.segment(messageText(answer))) if (isWordLike === true) count += 1
  wordCounts.set(answer, count)
  return count
}

function endOf(answer: Message): string {
  const { status } = answer
  if (status === 'streaming') return t('common.streaming')
  const said = endedText(answer, t)
  if (said !== null) return said
  return t(status === 'failed' ? 'common.failed' : 'compare.ended.finished')
}

import type { ErrorData, ParleyError } from '../../../shared/errors'
import { failure, toErrorData } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { withLaterUsage } from '../../../shared/sessions/continued-usage'
import type { Message, Usage } from '../../../shared/sessions/messages'
import type { LineUpModel } from '../../../shared/sets/sets'
import type { Clock } from '../../base/clock'
import {
  type AgentTurn,
  type GuardedEvent,
  type RunSource,
  unattendedContext,
} from '../../run-source/run-source'
import { StopSignal } from '../../run-source/stop-signal'
import { guardSource, sourceError } from '../../runs/guarded-source/guard-source'
import type { CostOf } from '../../run-source/cost'
import { agentTimeouts, type RunTimeouts, RunWatchdog } from '../../runs/run/run-watchdog'
import type { CellAnswer, RunPrompt } from '../../store/sets/stored-answers'

/** The time that a source may take to end after its abort, in milliseconds. */
const usualGraceMs = 3_000

/** A model that can answer. */
export interface CellSource {
  source: RunSource
  modelId: string
  costOf?: CostOf | undefined
  takesImages?: boolean | undefined
  /** Its answers cost nothing. */
  isFree?: boolean | undefined
  /** The time that the source may take to end after its abort, if it needs longer than most. */
  graceMs?: number | undefined
}

/** The outcome of a request. A request without an answer may still have cost something. */
export type CellOutcome =
  | { kind: 'answered'; answer: Omit<CellAnswer, 'checks'> }
  | { kind: 'failed'; error: ParleyError; answer: Omit<CellAnswer, 'checks'> & { error: ErrorData } }
  | { kind: 'stopped'; answer: Omit<CellAnswer, 'checks'> }

/** The limits of one request, and what to call when it is retried. */
export interface CellOptions {
  signal: AbortSignal
  clock: Clock
  timeouts: RunTimeouts
  /** The maximum size of an answer, in UTF-16 units. */
  maxChars: number
  /** The provider wants to be asked again at this time, in epoch milliseconds. */
  onRetry: (retryAt: number) => void
}

/** Asks one model one prompt. Never throws. */
export async function askCell(
  {
    source,
    modelId,
    costOf,
    takesImages,
    isFree,
    graceMs = usualGraceMs,
    model,
    prompt,
    agent,
  }: CellSource & {
    model: LineUpModel
    prompt: RunPrompt
    /** Present if the model is a coding agent. */
    agent?: AgentTurn | undefined
  },
  { signal, clock, timeouts: given, maxChars, onRetry }: CellOptions,
): Promise<CellOutcome> {
  const timeouts = agent === undefined ? given : agentTimeouts(given)
  let startedMonotonic = clock.monotonic()
  const timeout = new AbortController()
  let timeoutReason: 'idle-timeout' | 'wall-timeout' | null = null
  const watchdog = new RunWatchdog(clock, timeouts, (reason) => {
    timeoutReason ??= reason
    timeout.abort(new StopSignal(reason))
  })
  let text = ''
  let usage: Usage = {}
  let ttftMs: number | null = null
  const onEvent = (event: GuardedEvent) => {
    watchdog.saw(event)
    if (event.type === 'text-delta' || event.type === 'reasoning-delta') {
      ttftMs ??= clock.monotonic() - startedMonotonic
    }
    if (event.type === 'text-delta') text += event.text
    else if (event.type === 'text-was-reasoning') text = ''
    else if (event.type === 'usage') usage = withLaterUsage(usage, event.usage)
    else if (event.type === 'notice' && event.retryAt !== undefined) {
      // The provider asked for the wait, so it is not part of the answer's time.
      startedMonotonic = clock.monotonic() + Math.max(0, event.retryAt - clock.now())
      onRetry(event.retryAt)
    }
  }
  const outcome = await guardSource(
    source,
    {
      modelId,
      messages: [questionOf(prompt.text, clock.now())],
      systemPrompt: prompt.systemPrompt ?? model.systemPrompt,
      params: model.params,
      takesImages,
      agent,
    },
    {
      ...unattendedContext(AbortSignal.any([signal, timeout.signal])),
      onUpstreamAlive: () => watchdog.touch(),
    },
    { onEvent, graceMs, clock, costOf, maxChars },
  )
  watchdog.dispose()

  // Stopped before it was sent, or while it waited to be sent again: nothing has been charged for.
  const isUnsent =
    ttftMs === null &&
    (outcome.kind === 'aborted' || outcome.kind === 'abandoned') &&
    outcome.wasAwaited !== true
  const answer = {
    text,
    error: null,
    finish: outcome.kind === 'finished' && outcome.reason !== 'end' ? outcome.reason : null,
    usage,
    costUsd: usage.costUsd ?? (isFree === true || isUnsent ? 0 : null),
    ttftMs,
    durationMs: Math.max(0, clock.monotonic() - startedMonotonic),
    at: clock.now(),
  }
  if (outcome.kind === 'finished') return { kind: 'answered', answer }
  if (outcome.kind !== 'failed' && timeoutReason === null) {
    return { kind: 'stopped', answer }
  }
  const error = outcome.kind === 'failed' ? sourceError(outcome.error) : timeoutError(timeoutReason, timeouts)
  return { kind: 'failed', error, answer: { ...answer, error: toErrorData(error) } }
}

function timeoutError(reason: 'idle-timeout' | 'wall-timeout' | null, timeouts: RunTimeouts): ParleyError {
  return reason === 'wall-timeout'
    ? failure('TIMEOUT', 'wall', { afterMs: timeouts.wallMs })
    : failure('TIMEOUT', 'idle', { afterMs: timeouts.idleMs })
}

function questionOf(text: string, now: number): Message {
  return {
    id: 'question' as MessageId,
    sessionId: 'set' as SessionId,
    parentId: null,
    role: 'user',
    parts: [{ type: 'text', text }],
    status: 'complete',
    createdAt: now,
  }
}

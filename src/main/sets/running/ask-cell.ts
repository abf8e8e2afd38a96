import type { ErrorData, ParleyError } from '../../../shared/errors'
import { failure, toErrorData } from '../../../shared/failures/failure'
import type { MessageId, SessionId } from '../../../shared/ids'
import { withLaterUsage } from '../../../shared/sessions/continued-usage'
import { attachmentKind } from '../../../shared/sessions/attachments'
import type { Message, Part, Usage } from '../../../shared/sessions/messages'
import { applyRunEvent, emptySnapshot } from '../../../shared/runs/reduce-run'
import { filesOf, type PastTurn, sentTurns, turnParts } from '../../../shared/sets/past'
import type { EarlierAnswer } from '../../../shared/sets/schema'
import { earlierModel, type LineUpModel } from '../../../shared/sets/sets'
import type { Clock } from '../../base/clock'
import type { BatchService } from '../../run-source/batches'
import {
  type AgentTurn,
  type GuardedEvent,
  type ReadAttachment,
  type RunRequest,
  type RunSource,
  unattendedContext,
} from '../../run-source/run-source'
import { StopSignal } from '../../run-source/stop-signal'
import { totalUsage } from '../../runs/continuing/total-usage'
import { guardSource, sourceError } from '../../runs/guarded-source/guard-source'
import type { CostOf } from '../../run-source/cost'
import { agentTimeouts, type RunTimeouts, RunWatchdog } from '../../runs/run/run-watchdog'
import { type CellAnswer, mayBeCharged, type RunPrompt } from '../../store/sets/stored-answers'
import { RecordedTools } from './recorded-tools'

/** The time that a source may take to end after its abort, in milliseconds. */
const usualGraceMs = 3_000

/** A model that can answer. */
export interface CellSource {
  source: RunSource
  modelId: string
  costOf?: CostOf | undefined
  takesImages?: boolean | undefined
  /** False when the model is known not to call tools. */
  callsTools?: boolean | undefined
  contextTokens?: number | undefined
  /** Its answers cost nothing. */
  isFree?: boolean | undefined
  /** The time that the source may take to end after its abort, if it needs longer than most. */
  graceMs?: number | undefined
  /** Answers many requests at once, later and for less; absent if its provider does not. */
  batches?: BatchService | undefined
}

/** The outcome of a request. A request without an answer may still have cost something. */
export type CellOutcome =
  | { kind: 'answered'; answer: Omit<CellAnswer, 'checks'> }
  | { kind: 'failed'; error: ParleyError; answer: Omit<CellAnswer, 'checks'> & { error: ErrorData } }
  | { kind: 'stopped'; answer: Omit<CellAnswer, 'checks'> }

/** The files of prompts. */
export interface PromptFiles {
  read: ReadAttachment
  isHere: (attachmentId: string) => boolean
}

/** The limits of one request, and what to call when it is retried. */
export interface CellOptions {
  signal: AbortSignal
  clock: Clock
  timeouts: RunTimeouts
  /** The maximum size of an answer, in UTF-16 units. */
  maxChars: number
  /** The number of requests that a model with tools gets for one answer. */
  toolSteps?: number | undefined
  /** Absent where prompts have no files. */
  files?: PromptFiles | undefined
  /** The provider wants to be asked again at this time, in epoch milliseconds. */
  onRetry: (retryAt: number) => void
}

/** A model with the prompt that it is asked. */
export type AskedCell = CellSource & {
  model: LineUpModel
  prompt: RunPrompt
  /** Present if the model is a coding agent. */
  agent?: AgentTurn | undefined
}

type Answer = Omit<CellAnswer, 'checks'>

/**
 * Asks one model one prompt. A conversation is one answer: the last one, with the cost and the time of all, and a turn
 * that fails is its error. Never throws.
 */
export async function askCell(asked: AskedCell, options: CellOptions): Promise<CellOutcome> {
  const { prompt, agent } = asked
  const { past, answer: known } = prompt
  if (known !== undefined && asked.model.model === earlierModel) return answeredBefore(known, options)
  const refused = refusalOf(asked, options)
  if (refused !== null) return failed(refused, unasked(options.clock.now()))
  const tools = past === undefined || agent !== undefined ? null : new RecordedTools(past)
  const messages: Message[] = []
  const earlier: string[] = []
  let total: Answer | null = null
  for (const message of pathOf(prompt, { isAgent: agent !== undefined, at: options.clock.now() })) {
    messages.push(message)
    const isLast = message.id === questionId
    if (!isLast && past?.mode !== 'conversation') continue
    const asks = await ask({ ...asked, tools }, messages, options)
    const { outcome } = asks
    total = total === null ? outcome.answer : sumOf(total, outcome.answer)
    if (isLast || outcome.kind !== 'answered') {
      const course = { ...(earlier.length === 0 ? {} : { earlier }), ...tools?.course }
      const answer = Object.keys(course).length === 0 ? total : { ...total, course }
      return outcome.kind === 'failed' ? failed(outcome.error, answer) : { ...outcome, answer }
    }
    earlier.push(outcome.answer.text)
    messages.push(asks.message)
  }
  throw new Error('a prompt ends with its question')
}

/** One request for an answer to the last message, and the answer as the next request contains it. */
async function ask(
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
    tools,
    ...facts
  }: AskedCell & { tools: RecordedTools | null },
  messages: readonly Message[],
  { signal, clock, timeouts: given, maxChars, toolSteps = 1, onRetry, files }: CellOptions,
): Promise<{ outcome: CellOutcome; message: Message }> {
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
  const isContinued = messages.at(-1)?.id !== questionId
  let state = emptySnapshot(messageOf('assistant', [], { id: `answer-${messages.length}`, at: clock.now() }))
  const onEvent = (event: GuardedEvent) => {
    watchdog.saw(event)
    tools?.note(event)
    if (isContinued) state = applyRunEvent(state, event)
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
  const cell = { source, modelId, costOf, isFree, ...facts }
  const outcome = await guardSource(
    tools?.around(source, { ...cell, model: model.model, clock, steps: toolSteps }) ?? source,
    { ...requestOf({ modelId, takesImages, model, prompt }, messages, files), agent },
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
  const answer: Answer = {
    text,
    error: null,
    finish: outcome.kind === 'finished' && outcome.reason !== 'end' ? outcome.reason : null,
    usage,
    costUsd: usage.costUsd ?? (isFree === true || isUnsent ? 0 : null),
    ttftMs,
    durationMs: Math.max(0, clock.monotonic() - startedMonotonic),
    at: clock.now(),
  }
  const { message } = state
  if (outcome.kind === 'finished') return { outcome: { kind: 'answered', answer }, message }
  if (outcome.kind !== 'failed' && timeoutReason === null) {
    return { outcome: { kind: 'stopped', answer }, message }
  }
  const error = outcome.kind === 'failed' ? sourceError(outcome.error) : timeoutError(timeoutReason, timeouts)
  return { outcome: failed(error, answer), message }
}

/** What `askCell` would send first: all that a prompt without tools and without a conversation needs. */
export function cellRequest(
  asked: Pick<AskedCell, 'modelId' | 'takesImages' | 'model' | 'prompt'>,
  { clock, files }: Pick<CellOptions, 'clock' | 'files'>,
): RunRequest {
  return requestOf(asked, pathOf(asked.prompt, { isAgent: false, at: clock.now() }), files)
}

function requestOf(
  { modelId, takesImages, model, prompt }: Pick<AskedCell, 'modelId' | 'takesImages' | 'model' | 'prompt'>,
  messages: readonly Message[],
  files: PromptFiles | undefined,
): RunRequest {
  return {
    modelId,
    messages: [...messages],
    systemPrompt: prompt.systemPrompt ?? model.systemPrompt,
    params: model.params,
    takesImages,
    readAttachment: files?.read,
  }
}

function failed(error: ParleyError, answer: Answer): Extract<CellOutcome, { kind: 'failed' }> {
  return { kind: 'failed', error, answer: { ...answer, error: toErrorData(error) } }
}

/** Why the model cannot be asked with all files of the prompt; null if it can. Agents get only the texts. */
export function refusalOf(
  { prompt, agent, takesImages }: Pick<AskedCell, 'prompt' | 'agent' | 'takesImages'>,
  { files }: Pick<CellOptions, 'files'>,
): ParleyError | null {
  if (agent !== undefined) return null
  for (const { attachmentId, name, mediaType } of filesOf(prompt.past)) {
    if (files?.isHere(attachmentId) !== true) return failure('NOT_FOUND', 'attachment', { attachmentId })
    if (takesImages === false && attachmentKind(mediaType) === 'image') {
      return failure('INVALID_INPUT', 'model-sees-no-images', { field: 'models', name })
    }
  }
  return null
}

function unasked(at: number): Answer {
  return { text: '', error: null, finish: null, usage: {}, costUsd: 0, ttftMs: null, durationMs: null, at }
}

/** Also finds the answers of chats, which are not asked for. */
export function orEarlier(resolve: (model: string) => CellSource): (model: string) => CellSource {
  const earlier: CellSource = { source: neverAsked, modelId: earlierModel, isFree: true }
  return (model) => (model === earlierModel ? earlier : resolve(model))
}

function neverAsked(): never {
  throw new Error('an earlier answer is not asked for')
}

function answeredBefore({ text, usage, durationMs }: EarlierAnswer, { clock }: CellOptions): CellOutcome {
  const costUsd = usage.costUsd ?? null
  const course = { isEarlier: true } as const
  return { kind: 'answered', answer: { ...unasked(clock.now()), text, usage, costUsd, durationMs, course } }
}

/** Two answers of a conversation as one: the later, with the cost and the time of both. */
function sumOf(before: Answer, own: Answer): Answer {
  const costs = [before, own].map((each) => each.costUsd ?? (mayBeCharged(each) ? null : 0))
  const costUsd = costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
  const { earlier: _earlier, ownCostUsd: _own, ...usage } = totalUsage(before.usage, own.usage)
  const leastUsd = [before, own].reduce(
    (sum, each) => sum + (each.costUsd ?? each.usage.leastCostUsd ?? 0),
    0,
  )
  const { costUsd: _cost, leastCostUsd: _least, ...counted } = usage
  return {
    ...own,
    usage: {
      ...counted,
      ...(costUsd !== null ? { costUsd } : leastUsd > 0 ? { leastCostUsd: leastUsd } : {}),
    },
    costUsd,
    ttftMs: before.ttftMs ?? own.ttftMs,
    durationMs: (before.durationMs ?? 0) + (own.durationMs ?? 0),
  }
}

function timeoutError(reason: 'idle-timeout' | 'wall-timeout' | null, timeouts: RunTimeouts): ParleyError {
  return reason === 'wall-timeout'
    ? failure('TIMEOUT', 'wall', { afterMs: timeouts.wallMs })
    : failure('TIMEOUT', 'idle', { afterMs: timeouts.idleMs })
}

/** The id of the last question. */
const questionId = 'question'

/** The messages that precede the answer, the last question at the end. */
function pathOf({ text, past }: RunPrompt, { isAgent, at }: { isAgent: boolean; at: number }): Message[] {
  const turns = past === undefined ? [] : sentTurns(past)
  const question: PastTurn = { role: 'user', text, files: past?.files ?? [] }
  return [...turns, question].map((turn, index) => {
    const id = index === turns.length ? questionId : `turn-${index + 1}`
    const parts = turnParts(isAgent ? { text: turn.text } : turn, id)
    return messageOf(turn.role, parts, { id, at })
  })
}

function messageOf(role: Message['role'], parts: Part[], { id, at }: { id: string; at: number }): Message {
  return {
    id: id as MessageId,
    sessionId: 'set' as SessionId,
    parentId: null,
    role,
    parts,
    status: 'complete',
    createdAt: at,
  }
}

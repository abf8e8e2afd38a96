import type { PlanEntry } from '../agents/agents'
import type { MessageId } from '../ids'
import { assertNever } from '../invariant'
import { withLaterUsage } from '../sessions/continued-usage'
import type {
  AnswerSource,
  MergedStatement,
  Message,
  Part,
  ReasoningPart,
  StatementOrigin,
  TextPart,
  ToolCallPart,
} from '../sessions/messages'
import { asReasoning, continued, lastIndex, withThought } from './continued-answer'
import type { ApprovalRequest, ContinuedAt, RunEvent, RunEventBody, RunSnapshot, RunStatus } from './events'
import type { RunIdentity } from './run-identity'

/** The length of the end of a tool's output that its message keeps, in UTF-16 code units. */
export const keptOutputChars = 256 * 1024
/** Extra output kept while the tool runs: cutting at every line would copy all of it each time. */
const outputSlackChars = keptOutputChars / 4

/**
 * Most parts of an answer, enough for about 3,000 tool calls. Beyond it, text and reasoning are appended to the last
 * part of their kind, and otherwise only errors are kept.
 */
export const maxParts = 10_000

const messageStatus: Record<RunStatus, Message['status']> = {
  completed: 'complete',
  stopped: 'partial',
  failed: 'failed',
}

/** A run's answer before the first event. */
export function unansweredMessage(
  run: Omit<RunIdentity, 'kind' | 'model'> & {
    model?: string
    parentId: MessageId | null
    startedAt: number
  },
): Message {
  return {
    id: run.messageId,
    sessionId: run.sessionId,
    parentId: run.parentId,
    role: 'assistant',
    parts: [],
    status: 'streaming',
    runId: run.runId,
    ...(run.model === undefined ? {} : { model: run.model }),
    createdAt: run.startedAt,
  }
}

/** A run's state before the first event. */
export function emptySnapshot(message: Message): RunSnapshot {
  return { message, pending: { approvals: [], forms: [] }, notices: [] }
}

/** The state after `events`: what the store saves, a snapshot carries and the window shows. */
export function reduceRun(start: RunSnapshot, events: readonly RunEventBody[]): RunSnapshot {
  let state = start
  for (const event of events) state = applyRunEvent(state, event)
  return state
}

/** The state after one more event. Pure; unchanged parts keep their identity. */
export function applyRunEvent(state: RunSnapshot, event: RunEvent | RunEventBody): RunSnapshot {
  const { message } = state
  switch (event.type) {
    case 'run-start':
      return {
        ...state,
        message: {
          ...message,
          id: event.messageId,
          runId: event.runId,
          model: event.model,
          status: 'streaming',
        },
      }
    case 'continued':
      return continued(state, event)
    case 'turn':
      return { ...state, turn: { startedAt: event.startedAt } }
    case 'text-delta':
    case 'reasoning-delta':
      return withDelta(state, event)
    case 'tool-call':
      return withPart(state, { type: 'tool-call', ...fieldsOf(event), state: 'running' })
    case 'tool-result': {
      const callState: ToolCallPart['state'] = event.isError === true ? 'failed' : 'done'
      const next = withCall(state, event.toolCallId, (call) => ({
        ...withinLimit(call, 0),
        state: callState,
      }))
      return withPart(next, { type: 'tool-result', ...fieldsOf(event) })
    }
    case 'tool-update':
      return withCall(state, event.toolCallId, (call) => ({ ...call, ...fieldsOf(event) }))
    case 'tool-output':
      return withCall(state, event.toolCallId, (call) => withOutput(call, event.text))
    case 'text-was-reasoning':
      return asReasoning(state)
    case 'attachment':
      return withPart(state, event.part)
    case 'sources':
      return withSources(state, event.sources)
    case 'knowledge': {
      const others = message.parts.filter(({ type }) => type !== 'knowledge')
      return withParts(state, [{ type: 'knowledge', ...fieldsOf(event) }, ...others])
    }
    case 'plan':
      return withPlan(state, event.entries)
    case 'form-request': {
      const form = fieldsOf(event)
      const next = withPart(state, { type: 'form', ...form })
      return { ...next, pending: { ...state.pending, forms: [...state.pending.forms, form] } }
    }
    case 'form-answered': {
      const { formId, values } = event
      const answer = values === null ? { isDeclined: true as const } : { values }
      const parts = message.parts.map((part) =>
        part.type === 'form' && part.formId === formId ? { ...part, ...answer } : part,
      )
      const forms = state.pending.forms.filter((form) => form.formId !== formId)
      return { ...withParts(state, parts), pending: { ...state.pending, forms } }
    }
    case 'approval-request': {
      const approvals = [...state.pending.approvals, fieldsOf(event)]
      return { ...state, pending: { ...state.pending, approvals } }
    }
    case 'approval-answered': {
      const { approvalId, toolCallId, decision, isRemembered } = event
      const approvals = state.pending.approvals.filter((approval) => approval.approvalId !== approvalId)
      const next = { ...state, pending: { ...state.pending, approvals } }
      return toolCallId === undefined
        ? next
        : withCall(next, toolCallId, (call) => ({
            ...call,
            approval: decision,
            ...(isRemembered === undefined ? {} : { isApprovalRemembered: isRemembered }),
          }))
    }
    case 'notice':
      return { ...state, notices: [...state.notices, fieldsOf(event)] }
    case 'usage':
      return { ...state, message: { ...message, usage: withLaterUsage(message.usage, event.usage) } }
    case 'error':
      return withPart(state, { type: 'error', ...fieldsOf(event) })
    case 'run-end':
      return {
        notices: state.notices,
        pending: { approvals: [], forms: [] },
        message: {
          ...message,
          parts: message.parts.map((part) => withEnd(part, state.pending.approvals)),
          status: messageStatus[event.status],
          stopReason: event.reason,
          metrics: event.metrics,
          ...(event.receipt === undefined ? {} : { receipt: event.receipt }),
        },
      }
    default:
      return assertNever(event)
  }
}

/** The fields of an event without its type and number. */
function fieldsOf<Body extends RunEventBody>(event: Body & { seq?: number }): Omit<Body, 'type' | 'seq'> {
  const { type: _type, seq: _seq, ...fields } = event
  return fields
}

function withParts(state: RunSnapshot, parts: Part[]): RunSnapshot {
  return { ...state, message: { ...state.message, parts } }
}

/** Adds a part, unless there are too many. */
function withPart(state: RunSnapshot, part: Part): RunSnapshot {
  const { parts } = state.message
  return parts.length >= maxParts && part.type !== 'error' ? state : withParts(state, added(parts, part))
}

/** Sources always stay last. */
function added(parts: Part[], part: Part): Part[] {
  return parts.toSpliced(lastIndex(parts) + 1, 0, part)
}

function withCall(
  state: RunSnapshot,
  toolCallId: string,
  change: (call: ToolCallPart) => ToolCallPart,
): RunSnapshot {
  const { parts } = state.message
  const index = parts.findLastIndex((part) => part.type === 'tool-call' && part.toolCallId === toolCallId)
  const call = parts[index]
  return call?.type === 'tool-call' ? withParts(state, parts.with(index, change(call))) : state
}

/** Keeps the end of long output. */
function withOutput(call: ToolCallPart, text: string): ToolCallPart {
  return withinLimit({ ...call, output: (call.output ?? '') + text }, outputSlackChars)
}

function withinLimit(call: ToolCallPart, slackChars: number): ToolCallPart {
  if (call.output === undefined || call.output.length <= keptOutputChars + slackChars) return call
  const end = call.output.slice(-keptOutputChars)
  // Do not start with half a character.
  return { ...call, output: end.replace(/^[\uDC00-\uDFFF]/, ''), isOutputCut: true }
}

/** A plan keeps the position of its first version. */
function withPlan(state: RunSnapshot, entries: PlanEntry[]): RunSnapshot {
  const { parts } = state.message
  const index = parts.findIndex((part) => part.type === 'plan')
  const plan = { type: 'plan' as const, entries }
  return withParts(state, index === -1 ? added(parts, plan) : parts.with(index, plan))
}

/** Sources come after the answer. */
function withSources(state: RunSnapshot, sources: AnswerSource[]): RunSnapshot {
  const { parts } = state.message
  return withParts(state, [...parts.slice(0, lastIndex(parts) + 1), { type: 'sources', sources }])
}

function withDelta(
  state: RunSnapshot,
  delta: Extract<RunEventBody, { type: 'text-delta' | 'reasoning-delta' }>,
): RunSnapshot {
  const { ttftMs } = delta
  const before = state.message.parts
  const { parts, continuedAt } =
    delta.type === 'text-delta'
      ? { parts: withText(before, delta), continuedAt: state.continuedAt }
      : withReasoning(before, delta, state.continuedAt)
  const message: Message = { ...state.message, parts }
  if (ttftMs !== undefined) message.metrics = { ttftMs, tokensPerSecond: null, durationMs: null }
  if (delta.type === 'text-delta' && delta.firstTextMs !== undefined) {
    const { ttftMs: firstMs = null } = message.metrics ?? {}
    message.metrics = {
      ttftMs: firstMs,
      firstTextMs: delta.firstTextMs,
      tokensPerSecond: null,
      durationMs: null,
    }
  }
  return { ...state, ...(continuedAt === undefined ? {} : { continuedAt }), message }
}

function withText(parts: Part[], { text, statement }: { text: string; statement?: StatementOrigin }): Part[] {
  const { index, part } = partToExtend(parts, isText)
  const longer: TextPart = part === null ? { type: 'text', text } : { ...part, text: part.text + text }
  const statements = withStatement(part, longer.text.length, statement)
  if (statements !== null) longer.statements = statements
  return part === null ? added(parts, longer) : parts.with(index, longer)
}

/** The statements of a merged answer after a delta that ends at `to`: one more, or a longer last one. */
function withStatement(
  part: TextPart | null,
  to: number,
  origin: StatementOrigin | undefined,
): MergedStatement[] | null {
  const before = part?.statements ?? []
  const last = before.at(-1)
  if (origin !== undefined) return [...before, { ...origin, from: part?.text.length ?? 0, to }]
  return last === undefined ? null : before.with(before.length - 1, { ...last, to })
}

function withReasoning(
  parts: Part[],
  delta: Omit<ReasoningPart, 'type'>,
  continuedAt: ContinuedAt | undefined,
): { parts: Part[]; continuedAt: ContinuedAt | undefined } {
  const { text, durationMs, providerData } = delta
  // A block appended to another one no longer matches its provider's signature.
  const isSigned = providerData !== undefined && parts.length < maxParts
  const rest = {
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(isSigned ? { providerData } : {}),
  }
  const before = withThought(parts, continuedAt, { text, ...rest })
  if (before !== null) return before
  const { index, part } = partToExtend(parts, isOpenReasoning)
  const after =
    part === null
      ? added(parts, { type: 'reasoning', text, ...rest })
      : parts.with(index, { ...part, text: part.text + text, ...rest })
  return { parts: after, continuedAt }
}

/** The part to append a delta to: the last one, or the last of its kind if there are too many parts. */
function partToExtend<Kind extends Part>(
  parts: readonly Part[],
  isKind: (part: Part) => part is Kind,
): { index: number; part: Kind | null } {
  const last = lastIndex(parts)
  const index = parts.length < maxParts ? last : parts.findLastIndex(isKind)
  const part = parts[index]
  return { index, part: part !== undefined && isKind(part) ? part : null }
}

function isText(part: Part): part is TextPart {
  return part.type === 'text'
}

/** Reasoning that its provider completed cannot grow. */
function isOpenReasoning(part: Part): part is ReasoningPart {
  return part.type === 'reasoning' && part.providerData === undefined
}

/** After the end of a run, nothing is running and no request is pending. */
function withEnd(part: Part, asked: readonly ApprovalRequest[]): Part {
  if (part.type !== 'tool-call') return part
  const call = withinLimit(part, 0)
  const isAsked = asked.some(({ toolCallId }) => toolCallId === call.toolCallId)
  const ended = isAsked ? { ...call, approval: 'withdrawn' as const } : call
  return ended.state === 'running' ? { ...ended, state: 'cancelled' } : ended
}

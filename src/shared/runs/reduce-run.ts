import type { PlanEntry } from '../agents'
import type { MessageId, RunId, SessionId } from '../ids'
import { assertNever } from '../invariant'
import type { AnswerSource, Message, Part, ReasoningPart, ToolCallPart } from '../messages'
import type { ApprovalRequest, Notice, RunEvent, RunEventBody, RunSnapshot, RunStatus } from './events'

/** How much of what a tool put out is kept in its message, in UTF-16 units. */
export const keptOutputChars = 256 * 1024
/** While it is at work it may be so much more: to cut it at every line would copy all of it at every line. */
const outputSlackChars = keptOutputChars / 4

const messageStatus: Record<RunStatus, Message['status']> = {
  completed: 'complete',
  stopped: 'partial',
  failed: 'failed',
}

/** The answer of a run before its first event. */
export function unansweredMessage(run: {
  runId: RunId
  sessionId: SessionId
  messageId: MessageId
  parentId: MessageId | null
  model?: string
  startedAt: number
}): Message {
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

/** The state of a run before its first event. */
export function emptySnapshot(message: Message): RunSnapshot {
  return { message, pending: { approvals: [], forms: [] }, notices: [] }
}

/** The state after `events`: what the store saves, what a snapshot carries and what the window shows. */
export function reduceRun(start: RunSnapshot, events: readonly RunEventBody[]): RunSnapshot {
  let state = start
  for (const event of events) state = applyRunEvent(state, event)
  return state
}

/** The state after one more event. Pure; parts that did not change keep their identity. */
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
    case 'text-delta':
    case 'reasoning-delta':
      return withDelta(state, event)
    case 'tool-call':
      return withParts(state, [
        ...message.parts,
        {
          type: 'tool-call',
          toolCallId: event.toolCallId,
          toolName: event.toolName,
          input: event.input,
          state: 'running',
          ...(event.title === undefined ? {} : { title: event.title }),
          ...(event.kind === undefined ? {} : { kind: event.kind }),
          ...(event.parentToolCallId === undefined ? {} : { parentToolCallId: event.parentToolCallId }),
          ...(event.isRunByProvider === undefined ? {} : { isRunByProvider: event.isRunByProvider }),
          ...(event.providerData === undefined ? {} : { providerData: event.providerData }),
        },
      ])
    case 'tool-result': {
      const callState: ToolCallPart['state'] = event.isError === true ? 'failed' : 'done'
      const parts = message.parts.map((part) =>
        part.type === 'tool-call' && part.toolCallId === event.toolCallId
          ? { ...withinLimit(part, 0), state: callState }
          : part,
      )
      return withParts(state, [
        ...parts,
        {
          type: 'tool-result',
          toolCallId: event.toolCallId,
          output: event.output,
          ...(event.isError === undefined ? {} : { isError: event.isError }),
        },
      ])
    }
    case 'tool-update': {
      const { toolCallId, toolName, title, kind, input, changes } = event
      return withCall(state, toolCallId, (call) => ({
        ...call,
        ...(toolName === undefined ? {} : { toolName }),
        ...(title === undefined ? {} : { title }),
        ...(kind === undefined ? {} : { kind }),
        ...(input === undefined ? {} : { input }),
        ...(changes === undefined ? {} : { changes }),
      }))
    }
    case 'tool-output':
      return withCall(state, event.toolCallId, (call) => withOutput(call, event.text))
    case 'text-was-reasoning':
      return withParts(state, message.parts.map(asReasoning))
    case 'attachment':
      return withParts(state, [...message.parts, event.part])
    case 'sources':
      return withSources(state, event.sources)
    case 'plan':
      return withPlan(state, event.entries)
    case 'form-request': {
      const form = { formId: event.formId, title: event.title, schema: event.schema }
      const next = withParts(state, [...message.parts, { type: 'form', ...form }])
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
      const { approvalId, toolName, input, toolCallId, title, kind } = event
      const { changes, unlistedChanges, folder, isOnceOnly } = event
      const approval: ApprovalRequest = {
        approvalId,
        toolName,
        input,
        ...(toolCallId === undefined ? {} : { toolCallId }),
        ...(title === undefined ? {} : { title }),
        ...(kind === undefined ? {} : { kind }),
        ...(changes === undefined ? {} : { changes }),
        ...(unlistedChanges === undefined ? {} : { unlistedChanges }),
        ...(folder === undefined ? {} : { folder }),
        ...(isOnceOnly === undefined ? {} : { isOnceOnly }),
      }
      return { ...state, pending: { ...state.pending, approvals: [...state.pending.approvals, approval] } }
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
      return { ...state, notices: [...state.notices, noticeOf(event)] }
    case 'usage':
      return { ...state, message: { ...message, usage: { ...message.usage, ...event.usage } } }
    case 'error':
      return withParts(state, [
        ...message.parts,
        {
          type: 'error',
          code: event.code,
          message: event.message,
          ...(event.data === undefined ? {} : { data: event.data }),
        },
      ])
    case 'run-end':
      return {
        notices: state.notices,
        pending: { approvals: [], forms: [] },
        message: {
          ...message,
          parts: apart(message.parts)
            .flat()
            .map((part) => withEnd(part, state.pending.approvals)),
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

function noticeOf({ code, message, retryAt, cause }: Notice): Notice {
  return {
    code,
    message,
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(cause === undefined ? {} : { cause }),
  }
}

function withParts(state: RunSnapshot, parts: Part[]): RunSnapshot {
  return { ...state, message: { ...state.message, parts } }
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

/** Of much output the end is kept. */
function withOutput(call: ToolCallPart, text: string): ToolCallPart {
  return withinLimit({ ...call, output: (call.output ?? '') + text }, outputSlackChars)
}

function withinLimit(call: ToolCallPart, slackChars: number): ToolCallPart {
  if (call.output === undefined || call.output.length <= keptOutputChars + slackChars) return call
  const end = call.output.slice(-keptOutputChars)
  // Not from the middle of a character on.
  return { ...call, output: end.replace(/^[\uDC00-\uDFFF]/, ''), isOutputCut: true }
}

/** A plan stands where it was first said. */
function withPlan(state: RunSnapshot, entries: PlanEntry[]): RunSnapshot {
  const { parts } = state.message
  const index = parts.findIndex((part) => part.type === 'plan')
  const plan = { type: 'plan' as const, entries }
  return withParts(state, index === -1 ? [...parts, plan] : parts.with(index, plan))
}

function asReasoning(part: Part): Part {
  return part.type === 'text' ? { ...part, type: 'reasoning' } : part
}

/** What an answer is based on stands behind it. */
function withSources(state: RunSnapshot, sources: AnswerSource[]): RunSnapshot {
  return withParts(state, [...apart(state.message.parts)[0], { type: 'sources', sources }])
}

/** The sources of an answer, apart from all else. */
function apart(parts: Part[]): [others: Part[], sources: Part[]] {
  const sources = parts.filter((part) => part.type === 'sources')
  return sources.length === 0 ? [parts, sources] : [parts.filter((part) => part.type !== 'sources'), sources]
}

function withDelta(
  state: RunSnapshot,
  delta: Extract<RunEventBody, { type: 'text-delta' | 'reasoning-delta' }>,
): RunSnapshot {
  const { message } = state
  const metrics =
    delta.ttftMs === undefined
      ? message.metrics
      : { ttftMs: delta.ttftMs, tokensPerSecond: null, durationMs: null }
  // A delta goes on with what stands before the sources.
  const [before, sources] = apart(message.parts)
  const grown = delta.type === 'text-delta' ? withText(before, delta) : withReasoning(before, delta)
  const parts = [...grown, ...sources]
  return { ...state, message: { ...message, parts, ...(metrics === undefined ? {} : { metrics }) } }
}

function withText(parts: Part[], { text }: { text: string }): Part[] {
  const last = parts.at(-1)
  if (last?.type !== 'text') return [...parts, { type: 'text', text }]
  return [...parts.slice(0, -1), { ...last, text: last.text + text }]
}

function withReasoning(parts: Part[], delta: Omit<ReasoningPart, 'type'>): Part[] {
  const { text, durationMs, providerData } = delta
  const last = parts.at(-1)
  const rest = {
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(providerData === undefined ? {} : { providerData }),
  }
  if (last?.type !== 'reasoning' || last.providerData !== undefined) {
    return [...parts, { type: 'reasoning', text, ...rest }]
  }
  return [...parts.slice(0, -1), { ...last, text: last.text + text, ...rest }]
}

/** After the end nothing is at work, and nothing is asked any more. */
function withEnd(part: Part, asked: readonly ApprovalRequest[]): Part {
  if (part.type !== 'tool-call') return part
  const call = withinLimit(part, 0)
  const isAsked = asked.some(({ toolCallId }) => toolCallId === call.toolCallId)
  const ended = isAsked ? { ...call, approval: 'withdrawn' as const } : call
  return ended.state === 'running' ? { ...ended, state: 'cancelled' } : ended
}

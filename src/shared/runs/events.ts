import type { ApprovalDecision, FileChange, PlanEntry, ToolKind } from '../agents/agents'
import type { ErrorCode } from '../errors'
import type { MessageId, RunId, SessionId } from '../ids'
import type {
  AnswerSource,
  AttachmentPart,
  Message,
  Metrics,
  ProviderData,
  Receipt,
  StopReason,
  Usage,
} from '../sessions/messages'
import type { PathPage, Session } from '../sessions/sessions'
import type { AgentNotice } from './agent-notice'
import type { MessageQueue } from './queue'

export type RunStatus = 'completed' | 'stopped' | 'failed'

/** A tool asks before it acts. Answered by `approvals.answer`. */
export interface ApprovalRequest {
  approvalId: string
  toolName: string
  /** All that the tool was given: a command is in it whole. */
  input: unknown
  /** The call that waits for the answer, where it was announced. */
  toolCallId?: string
  title?: string
  kind?: ToolKind
  /** What would become of which files. */
  changes?: FileChange[]
  /** How many files would change besides those in `changes`. */
  unlistedChanges?: number
  /** Where a command would run. */
  folder?: string
  /** It cannot be compared with what is asked later: `session` and `always` allow no more than `once`. */
  isOnceOnly?: true
}

/** A model or a server asks the user for structured values. */
export interface FormRequest {
  formId: string
  title: string
  /** JSON Schema of the values. */
  schema: Record<string, unknown>
}

/** Something the user should know about a run that is neither answer nor error, such as a retry. */
export interface Notice {
  code: string
  message: string
  /** When the next attempt is made, in milliseconds since the epoch; on `RETRY` only. */
  retryAt?: number
  /** The error that is behind it, without its words; on `RETRY` only. */
  cause?: { code: ErrorCode; data?: Record<string, unknown> }
  /** What Parley itself says about an agent's turn; absent where the message is the agent's own. */
  about?: AgentNotice
}

/** A run event before it is numbered. */
export type RunEventBody =
  | {
      type: 'run-start'
      runId: RunId
      sessionId: SessionId
      messageId: MessageId
      model: string
      startedAt: number
    }
  /** `ttftMs` stands on the first delta of a run only. */
  | { type: 'text-delta'; text: string; ttftMs?: number }
  /**
   * `durationMs`: how long this stretch of reasoning has taken so far. With `providerData`, which comes once it is
   * whole, it ends; the text may then be empty.
   */
  | {
      type: 'reasoning-delta'
      text: string
      ttftMs?: number
      durationMs?: number
      providerData?: ProviderData
    }
  /** `parentToolCallId`: the call of the sub-agent that makes this one. */
  | {
      type: 'tool-call'
      toolCallId: string
      toolName: string
      input: unknown
      title?: string
      kind?: ToolKind
      parentToolCallId?: string
      isRunByProvider?: true
      providerData?: ProviderData
    }
  /** More is known of a call that was announced; what is absent stays as it was. */
  | {
      type: 'tool-update'
      toolCallId: string
      toolName?: string
      title?: string
      kind?: ToolKind
      input?: unknown
      changes?: FileChange[]
    }
  /** What a call has put out since the last of these, while it is at work. */
  | { type: 'tool-output'; toolCallId: string; text: string }
  | { type: 'tool-result'; toolCallId: string; output: unknown; isError?: boolean }
  /** All text so far was reasoning: its end came without its beginning. */
  | { type: 'text-was-reasoning' }
  /** A file that belongs to the answer, such as a picture that the model made. */
  | { type: 'attachment'; part: AttachmentPart }
  /** What the answer is based on: all of it, in place of what was said before. */
  | { type: 'sources'; sources: AnswerSource[] }
  /** What the agent means to do: all of it, in place of what it said before. */
  | { type: 'plan'; entries: PlanEntry[] }
  | ({ type: 'form-request' } & FormRequest)
  /** A form that the run waited for was answered, or declined when `values` is null. */
  | { type: 'form-answered'; formId: string; values: Record<string, unknown> | null }
  | ({ type: 'approval-request' } & ApprovalRequest)
  /** Somebody decided, or it was decided by what was said before; `withdrawn` when nobody waits for it any more. */
  | {
      type: 'approval-answered'
      approvalId: string
      toolCallId?: string
      decision: ApprovalDecision | 'withdrawn'
      isRemembered?: true
    }
  | ({ type: 'notice' } & Notice)
  | { type: 'usage'; usage: Usage }
  | { type: 'error'; code: ErrorCode; message: string; data?: Record<string, unknown> }
  | { type: 'run-end'; status: RunStatus; reason: StopReason; metrics: Metrics; receipt?: Receipt }

/** A run event. Within one run `seq` counts from 1 without a gap. */
export type RunEvent = RunEventBody & { seq: number }

/** All that a late watcher needs of the events up to and including `throughSeq`. */
export interface RunSnapshot {
  message: Message
  pending: { approvals: ApprovalRequest[]; forms: FormRequest[] }
  notices: Notice[]
}

/**
 * What `session.watch` and `pane.run` carry besides the run's own events. These are of the stream, not of the
 * run, and so have no `seq`.
 *
 * `replay-start` begins a replay of `count` buffered events that follow `throughSeq`. With a `snapshot`, that is
 * the whole run up to `throughSeq`: it replaces what the watcher had. Without one, the watcher keeps what it had
 * up to `throughSeq`, which is 0 for a run it sees from the beginning. It may come again in mid-stream, when a
 * slow reader fell behind the buffer.
 */
export type StreamControlEvent =
  | { type: 'stream-start'; runId: RunId; sessionId: SessionId; messageId: MessageId; parent: Message | null }
  | { type: 'replay-start'; count: number; throughSeq: number; snapshot?: RunSnapshot }
  | { type: 'replay-end' }
  | {
      type: 'session-sync'
      session: Session
      /** The newest page of the path, oldest first. */
      messages: Message[]
      hasMore: boolean
      /** As in `PathPage`, for the messages of this page. */
      versions: PathPage['versions']
      continuations: PathPage['continuations']
      running: boolean
      runId?: RunId
      queue: MessageQueue
    }
  /** What waits to be sent has changed. It may come at any time after the first `stream-start` or `session-sync`. */
  | { type: 'queue'; queue: MessageQueue }

export type WatchEvent = RunEvent | StreamControlEvent

/** What the model says, as it comes. */
export function isDelta<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: 'text-delta' | 'reasoning-delta' }> {
  return event.type === 'text-delta' || event.type === 'reasoning-delta'
}

/** What comes in many small pieces may wait for the next batch; everything else is sent at once. */
export function mayWait<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: 'text-delta' | 'reasoning-delta' | 'tool-output' }> {
  return isDelta(event) || event.type === 'tool-output'
}

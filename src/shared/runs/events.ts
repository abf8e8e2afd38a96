import type { ApprovalDecision, FileChange, PlanEntry, ToolKind } from '../agents/agents'
import type { ErrorCode, ErrorData } from '../errors'
import type { KnowledgeExcerpt } from '../knowledge/knowledge'
import type { CompactionProgress } from '../sessions/compaction'
import type { MessageId, RunId, SessionId } from '../ids'
import type {
  AnswerSource,
  AttachmentPart,
  Message,
  Metrics,
  Part,
  ProviderData,
  Receipt,
  StatementOrigin,
  StopReason,
  ToolResultPart,
  Usage,
} from '../sessions/messages'
import type { PathPage, Session } from '../sessions/sessions'
import type { CallOrigin, ConsentSubject, FormerDefinition, ToolHints } from '../tools/tools'
import type { AgentNotice } from './agent-notice'
import type { MessageQueue } from './queue'

/** How a run ended: its model had finished, something stopped it, or it failed. */
export type RunStatus = 'completed' | 'stopped' | 'failed'

/** A tool's request for permission, answered by `approvals.answer`. */
export interface ApprovalRequest {
  approvalId: string
  toolName: string
  /** The tool's complete input, including a command in full. */
  input: unknown
  /** The call that waits for the answer, if it was announced. */
  toolCallId?: string
  title?: string
  kind?: ToolKind
  /** The changes that the tool would make. */
  changes?: FileChange[]
  /** How many more files would change than `changes` lists. */
  unlistedChanges?: number
  /** The working directory of a command. */
  folder?: string
  /** What a wider answer would be about; absent for agents. */
  subject?: ConsentSubject
  /** The user has allowed the same tool at the same place, but with this definition. */
  changedSince?: FormerDefinition
  /** What the server says about its tool. Shown, but never a reason not to ask. */
  hints?: ToolHints
  /** What the model read last before it asked; absent if it has read nothing from outside. */
  origin?: CallOrigin
  /** What it read before that, the newest first. */
  earlierOrigins?: CallOrigin[]
  /**
   * It cannot be compared with later requests, so `session` and `always` have the effect of `once`, and `never` that of
   * `deny`.
   */
  isOnceOnly?: true
}

/** A request by a model or server for structured values from the user. */
export interface FormRequest {
  formId: string
  title: string
  /** JSON Schema of the values. */
  schema: Record<string, unknown>
  /** The MCP server that asks and gets the values; absent if the model does. */
  serverId?: string
}

/** Something about a run that is neither answer nor error but that the user should know, such as a retry. */
export interface Notice {
  code: string
  message: string
  /** When the next attempt starts, in milliseconds since the epoch; only for `RETRY`. */
  retryAt?: number
  /** The underlying error without its message; only for `RETRY`. */
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
  /**
   * The answer continues one that ended early. `parts` are the parts of that answer that are kept; the last of them,
   * apart from sources, is the text that grows. Follows `run-start`.
   */
  | { type: 'continued'; parts: Part[]; usage?: Usage }
  /** The run waits for its turn; with `startedAt`, in milliseconds since the epoch, its turn has begun. */
  | { type: 'turn'; startedAt: number | null }
  /**
   * Only the first delta of a run has `ttftMs`; only the first text after reasoning has `firstTextMs`. In a merged
   * answer, a delta with `statement` begins one, which later deltas continue.
   */
  | {
      type: 'text-delta'
      text: string
      ttftMs?: number
      firstTextMs?: number
      statement?: StatementOrigin
    }
  /**
   * `durationMs`: how long this block of reasoning has taken so far. `providerData` arrives once the block is complete
   * and ends it; the text may then be empty.
   */
  | {
      type: 'reasoning-delta'
      text: string
      ttftMs?: number
      durationMs?: number
      providerData?: ProviderData
    }
  /** `parentToolCallId`: the call that started the sub-agent which makes this one. */
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
  /** Updates an announced call; absent fields stay as they were. */
  | {
      type: 'tool-update'
      toolCallId: string
      toolName?: string
      title?: string
      kind?: ToolKind
      input?: unknown
      changes?: FileChange[]
    }
  /** Output of a running call since the last of these events. */
  | { type: 'tool-output'; toolCallId: string; text: string }
  | ToolResultPart
  /** All text so far was reasoning: an end tag arrived without a start tag. */
  | { type: 'text-was-reasoning' }
  /** A file that is part of the answer, such as a generated image. */
  | { type: 'attachment'; part: AttachmentPart }
  /** All sources of the answer; replaces earlier ones. */
  | { type: 'sources'; sources: AnswerSource[] }
  /** What the model gets from the knowledge of its project. Comes before anything of the answer. */
  | { type: 'knowledge'; excerpts: KnowledgeExcerpt[]; isIncomplete?: true }
  /** The agent's whole plan; replaces earlier ones. */
  | { type: 'plan'; entries: PlanEntry[] }
  | ({ type: 'form-request' } & FormRequest)
  /** A form that the run waited for was answered, or declined if `values` is null. */
  | { type: 'form-answered'; formId: string; values: Record<string, unknown> | null }
  | ({ type: 'approval-request' } & ApprovalRequest)
  /** The user or a stored consent decided; `withdrawn` when the request is no longer pending. */
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

/** A run event. Within one run, `seq` counts from 1 without gaps. */
export type RunEvent = RunEventBody & { seq: number }

/** Where a continued answer grows. */
export interface ContinuedAt {
  /** The index of the text that grows. */
  index: number
  /** How many characters that text had before. */
  chars: number
  /** How many parts before it are reasoning of this run. */
  thoughts: number
}

/** The state of a run after the events up to and including `throughSeq`, for a late watcher. */
export interface RunSnapshot {
  message: Message
  pending: { approvals: ApprovalRequest[]; forms: FormRequest[] }
  notices: Notice[]
  /** Only while an answer is continued. */
  continuedAt?: ContinuedAt
  /** When its turn came, and null until then; absent if it did not have to wait. */
  turn?: { startedAt: number | null }
}

/**
 * What `session.watch` and `pane.run` carry besides the run's own events. These belong to the stream, not the run, and
 * so have no `seq`.
 *
 * `replay-start` begins a replay of `count` buffered events after `throughSeq`. A `snapshot` is the whole run up to
 * `throughSeq` and replaces what the watcher had. Without one, the watcher keeps what it had up to `throughSeq`, which
 * is 0 for a run that it sees from the start. It can be sent again mid-stream, when a slow reader falls behind the
 * buffer.
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
      /** A model is summarising the older messages. */
      compacting?: CompactionProgress
      /**
       * Why the last run failed, if it continued a message of this page without adding anything to it; or why the last
       * compaction did.
       */
      failure?: ErrorData
    }
  /** The queue has changed. Sent at any time after the first `stream-start` or `session-sync`. */
  | { type: 'queue'; queue: MessageQueue }

/** What a watcher of a session receives. */
export type WatchEvent = RunEvent | StreamControlEvent

/** What an agent may still report when its answer is over: more text, and the rest of calls that it had begun. */
export type LateEvent = Extract<
  RunEventBody,
  { type: 'text-delta' | 'tool-update' | 'tool-output' | 'tool-result' }
>

/** Whether an event still counts when the answer is over. */
export function isLateEvent<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: LateEvent['type'] }> {
  return lateTypes.has(event.type)
}

const lateTypes: ReadonlySet<string> = new Set<LateEvent['type']>([
  'text-delta',
  'tool-update',
  'tool-output',
  'tool-result',
])

/** Whether an event is a piece of the model's text or reasoning. */
export function isDelta<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: 'text-delta' | 'reasoning-delta' }> {
  return event.type === 'text-delta' || event.type === 'reasoning-delta'
}

/** Whether an event can wait for the next batch, because it is one of many small ones; all others are sent at once. */
export function mayWait<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: 'text-delta' | 'reasoning-delta' | 'tool-output' }> {
  return isDelta(event) || event.type === 'tool-output'
}

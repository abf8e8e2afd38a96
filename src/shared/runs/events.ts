import type { ErrorData } from '../errors'
import type { CompactionProgress } from '../sessions/compaction'
import type { MessageId, RunId, SessionId } from '../ids'
import type { Message } from '../sessions/messages'
import type { PathPage, Session } from '../sessions/sessions'
import type { MessageQueue } from './queue'
import type { ApprovalRequest, FormRequest, Notice, RunEventBody } from './schema'

export type { ApprovalRequest, FormRequest, Notice, RunEventBody, RunStatus } from './schema'

/** A run event. Within one run, `seq` counts from 1 without gaps. */
export type RunEvent = RunEventBody & { seq: number }

/** The place where a continued answer grows. */
export interface ContinuedAt {
  /** The index of the text that grows. */
  index: number
  /** The number of characters that the text had before. */
  chars: number
  /** The number of parts before the text that are reasoning of this run. */
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
 * Events that `session.watch` and `pane.run` carry besides the run's own. They belong to the stream, not the run, and
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

/** An event for a watcher of a session. */
export type WatchEvent = RunEvent | StreamControlEvent

/**
 * An event that an agent may still report when its answer is over: more text, and the rest of calls that it had begun.
 */
export type LateEvent = Extract<
  RunEventBody,
  { type: 'text-delta' | 'tool-update' | 'tool-output' | 'tool-result' }
>

/** True if an event still counts when the answer is over. */
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

/** True for a piece of the model's text or reasoning. */
export function isDelta<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: 'text-delta' | 'reasoning-delta' }> {
  return event.type === 'text-delta' || event.type === 'reasoning-delta'
}

/** True if an event can wait for the next batch, because it is one of many small ones; all others are sent at once. */
export function mayWait<Event extends { type: string }>(
  event: Event,
): event is Extract<Event, { type: 'text-delta' | 'reasoning-delta' | 'tool-output' }> {
  return isDelta(event) || event.type === 'tool-output'
}

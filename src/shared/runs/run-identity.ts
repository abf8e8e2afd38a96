import type { MessageId, RunId, SessionId } from '../ids'

/** Identifies a run: the same values are in its journal row, in its stream and in its answer. */
export interface RunIdentity {
  runId: RunId
  sessionId: SessionId
  /** The id that its answer will have. */
  messageId: MessageId
  kind: 'detached' | 'direct'
  /** `provider/model` */
  model: string
}

/** A run in progress, as `runs.list` returns it. */
export interface RunSummary extends Omit<RunIdentity, 'messageId'> {
  startedAt: number
  lastSeq: number
}

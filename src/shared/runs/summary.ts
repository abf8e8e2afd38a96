import type { RunId, SessionId } from '../ids'

/** A run in progress, as `runs.list` names it. */
export interface RunSummary {
  runId: RunId
  sessionId: SessionId
  kind: 'detached' | 'direct'
  model: string
  startedAt: number
  lastSeq: number
}

import type { RunId, SessionId } from '../ids'

/** A run in progress, as `runs.list` returns it. */
export interface RunSummary {
  runId: RunId
  sessionId: SessionId
  kind: 'detached' | 'direct'
  model: string
  startedAt: number
  lastSeq: number
}

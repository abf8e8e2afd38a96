import type { RunIdentity } from './run-identity'

/** A run in progress, as `runs.list` returns it. */
export interface RunSummary extends Omit<RunIdentity, 'messageId'> {
  startedAt: number
  lastSeq: number
}
